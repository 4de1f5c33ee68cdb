package dev.interlock.cli.demo;

import dev.interlock.broker.JvmCommand;
import dev.interlock.scenarios.kafka.Crew;
import dev.interlock.scenarios.kafka.Receiver;
import dev.interlock.scenarios.kafka.ScriptedWorker;
import dev.interlock.worker.Connection;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A worker process of the demo: {@code CREW BOOTSTRAP RECEIVER}. It runs until it is killed or its parent ends. */
public final class DemoWorkerMain {
    private static final String READY = "worker ready";

    private DemoWorkerMain() {}

    /** Runs a worker; its threads keep the process alive. */
    public static void main(String[] args) {
        if (args.length != 3) {
            throw new IllegalArgumentException("arguments: must be CREW BOOTSTRAP RECEIVER, were " + List.of(args));
        }
        ScriptedWorker.start(Crew.valueOf(args[0]), missedSoon(args[1]), new Receiver(Path.of(args[2])));
        System.out.println(READY);
        System.out.flush();
    }

    /** The place of a worker that a scenario kills is given to its successor within seconds. */
    private static Connection missedSoon(String bootstrapServers) {
        return Connection.to(bootstrapServers)
                .with("session.timeout.ms", "6000")
                .with("heartbeat.interval.ms", "1500");
    }

    /**
     * What a JVM runs to be this worker.
     *
     * @param directory where its log goes
     * @param receiver where executions are noted
     */
    static JvmCommand command(Crew crew, String bootstrapServers, Path directory, Path receiver) {
        String name = crew.name().toLowerCase(Locale.ROOT) + "-worker";
        return new JvmCommand(
                name,
                DemoWorkerMain.class.getName(),
                List.of(crew.name(), bootstrapServers, receiver.toString()),
                List.of(),
                directory.resolve(name + ".log"),
                READY);
    }
}
