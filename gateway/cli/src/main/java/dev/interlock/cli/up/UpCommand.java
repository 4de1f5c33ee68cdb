package dev.interlock.cli.up;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.broker.BrokerSettings;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.LocalStack;
import dev.interlock.cli.local.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock up}. */
@Command(
        name = "up",
        description = {
            "Keeps a Kafka broker, a gateway and a small worker running on this machine until Ctrl-C, to try things"
                    + " out with any Kafka client.",
            "",
            "The worker runs four tools: echo, a read that returns its arguments; note, a write of a line into a"
                    + " file, at most one for each operation id; order, the same write, which a person has to approve;"
                    + " lose, the same write, whose answer gets lost."
        })
public final class UpCommand implements Callable<Integer> {
    /** A record that somebody copied from a page may be old. */
    private static final Duration ANY_AGE = Duration.ofDays(1_825);

    private static final Duration AHEAD = Duration.ofDays(1);

    @Option(names = "--port", paramLabel = "PORT", description = "Where the broker listens. Default: ${DEFAULT-VALUE}.")
    private int port = 29092;

    @Option(
            names = "--controller-port",
            paramLabel = "PORT",
            description = "Where the broker's own controller listens. Default: ${DEFAULT-VALUE}.")
    private int controllerPort = 29093;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Where broker and gateway keep their data, to go on with it another time. Default: a new directory"
                            + " for temporary files.")
    private Path data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        mustBeFree("--port", port);
        mustBeFree("--controller-port", controllerPort);
        Path directory = (data == null ? Files.createTempDirectory("interlock-up-") : Files.createDirectories(data))
                .toAbsolutePath();
        BrokerSettings settings = new BrokerSettings(port, controllerPort, directory.resolve("data"));
        Path notes = directory.resolve("notes.jsonl");
        try (LocalStack stack =
                new LocalStack(directory, new Progress(spec.commandLine().getErr()))) {
            Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "close-all"));
            stack.startBroker(() -> BrokerProcess.start(settings, directory.resolve("broker.log")), rules());
            stack.startGateway(List.of(UpWorkerMain.command(stack.bootstrapServers(), directory, notes)));
            greet(stack.bootstrapServers(), directory);
            spec.commandLine().getErr().println("interlock: " + stack.awaitFault());
        }
        return ExitCode.FAULT;
    }

    private static void mustBeFree(String option, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.unavailable("Port " + port + " is not free: " + e.getMessage()
                    + ". Does another 'interlock up' run? " + option + " chooses another port.");
        }
    }

    private static ObjectNode rules() {
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        ObjectNode policy = rules.putObject("policies").putObject("trying-out");
        policy.put("extends", "balanced");
        policy.putObject("horizons")
                .put("proposal_ms", ANY_AGE.toMillis())
                .put("skew_ms", AHEAD.toMillis())
                .put("stub_ms", ANY_AGE.plus(AHEAD).toMillis());
        policy.putObject("approval").putArray("tools").add("order");
        policy.putObject("tools")
                .putObject("lose")
                .put("timeout_ms", 1_000)
                .put("max_timeout_ms", 1_000)
                .put("skew_ms", 500)
                .put("settle_delay_ms", 500);
        rules.put("default_policy", "trying-out");
        return rules;
    }

    private void greet(String bootstrap, Path directory) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(Greeting.text(bootstrap, directory));
        out.flush();
    }
}
