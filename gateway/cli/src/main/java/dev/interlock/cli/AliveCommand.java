package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.operator.Operator;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Symbols.ControlType;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock alive}. */
@Command(
        name = "alive",
        description = {
            "Tells gateways with a dead-man switch that all is well: they go on dispatching for a time.",
            "",
            "Without a sign of life they close, first for writes and then for all calls, and open again with the next"
                + " one. How long a sign holds at most is configured there (dead_man); it holds from when it is given,"
                + " so the clock must be right. To close at once, use 'interlock stop'.",
            "",
            "Returns when the sign is on the topic. With --every it goes on until it is ended (Ctrl-C); a sign that"
                    + " cannot be sent is reported, and the next one is tried."
        })
final class AliveCommand implements Callable<Integer> {
    @Mixin
    private ClusterOptions options;

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who says so.")
    private String by;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "on watch",
            description = "Why. Default: ${DEFAULT-VALUE}.")
    private String reason;

    @Option(
            names = "--valid-for",
            required = true,
            paramLabel = "SECONDS",
            description = "How long it holds, if the gateway allows that long.")
    private int validForSeconds;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            description = "Say it again each time so many seconds have passed. Default: say it once.")
    private Integer everySeconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        check();
        try (Operator operator = Operator.open(options.connection())) {
            if (everySeconds == null) {
                sendOnce(operator);
            } else {
                keepSending(operator);
            }
        }
        return ExitCode.OK;
    }

    private void check() {
        if (validForSeconds < 1) {
            throw CommandException.usage("--valid-for: must be 1 or more, was " + validForSeconds);
        }
        if (everySeconds != null && (everySeconds < 1 || everySeconds >= validForSeconds)) {
            throw CommandException.usage("--every: must be 1 or more and less than --valid-for, was " + everySeconds);
        }
    }

    private void sendOnce(Operator operator) {
        try {
            send(operator);
        } catch (IllegalStateException e) {
            throw CommandException.unavailable(e.getMessage());
        }
    }

    private void keepSending(Operator operator) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(ended::countDown));
        do {
            try {
                send(operator);
            } catch (IllegalStateException e) {
                spec.commandLine().getErr().println("interlock: " + e.getMessage() + "; the next is tried");
            }
        } while (!ended.await(everySeconds, TimeUnit.SECONDS));
    }

    private void send(Operator operator) {
        Control alive = Author.says(ControlType.ALIVE, by, reason)
                .validForMs(Duration.ofSeconds(validForSeconds).toMillis())
                .build();
        operator.send(alive);
        spec.commandLine()
                .getOut()
                .println("alive: holds for " + validForSeconds + " s at most (alive " + alive.controlId() + ")");
        spec.commandLine().getOut().flush();
    }
}
