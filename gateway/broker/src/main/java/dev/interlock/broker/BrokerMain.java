package dev.interlock.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The main class of a JVM that is one broker. Prints {@value #READY} and the address when clients are served. */
public final class BrokerMain {
    static final String READY = "BROKER READY ";

    /** The exit code when another process listens on one of the ports. */
    static final int PORT_TAKEN = 75;

    private static final String USAGE = "--port PORT --controller-port PORT --data DIRECTORY";

    private BrokerMain() {}

    /**
     * Runs until the JVM is told to end.
     *
     * @param args {@code --port PORT --controller-port PORT --data DIRECTORY}, in any order
     */
    public static void main(String[] args) {
        try {
            BrokerSettings settings = parse(args);
            KraftServer server = KraftServer.start(settings);
            KraftServer.letFaultsEndTheJvm();
            Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop-broker"));
            System.out.println(READY + settings.bootstrapServers());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (StartupException e) {
            e.printStackTrace();
            System.exit(KraftServer.portTaken(e) ? PORT_TAKEN : 1);
        }
    }

    static BrokerSettings parse(String... args) {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i], args[i + 1]);
        }
        if (args.length != 6 || !options.keySet().equals(Set.of("--port", "--controller-port", "--data"))) {
            throw new IllegalArgumentException("Expected " + USAGE + ", got " + String.join(" ", args));
        }
        return new BrokerSettings(
                number("--port", options), number("--controller-port", options), Path.of(options.get("--data")));
    }

    private static int number(String option, Map<String, String> options) {
        try {
            return Integer.parseInt(options.get(option));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " must be a number, was " + options.get(option), e);
        }
    }
}
