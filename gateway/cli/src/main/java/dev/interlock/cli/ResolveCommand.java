package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Symbols.ControlType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock operation resolve}. */
@Command(
        name = "resolve",
        description = {
            "Settles an operation that is unknown, by what a person saw in the system of record.",
            "",
            "Look there first, then name the version that 'operation show' printed before you looked: if anything has"
                + " become known since, the command is refused. So it is if you looked before the last dispatch could"
                + " have no effect any more: its longest timeout, clock skew and settle delay after it was sent.",
            "",
            "Nothing is executed because of it. Found not committed, a run that still may tries again within its own"
                + " retry budget. Waits for the gateway's answer; ends with 1 and the reason if it is refused, with 3"
                + " if no gateway answers."
        })
final class ResolveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Parameters(paramLabel = "ID", description = "The operation.")
    private String operationId;

    @Option(names = "--state", required = true, paramLabel = "STATE", description = "committed or not_committed.")
    private String state;

    @Option(
            names = "--expect-version",
            required = true,
            paramLabel = "N",
            description = "The version that 'operation show' printed.")
    private long expectVersion;

    @Mixin
    private Author author;

    @Option(
            names = "--observed-at",
            paramLabel = "TIME",
            description = "When you looked, such as 2026-11-30T06:00:00Z. Default: now.")
    private String observedAt;

    @Option(names = "--receipt", paramLabel = "JSON", description = "What proves it, as JSON.")
    private String receipt;

    @Option(
            names = "--value",
            paramLabel = "JSON",
            description = "What the tool would have returned, as JSON; the runs that wait get it.")
    private String value;

    @Override
    public Integer call() {
        return new Order(options, spec)
                .give(control(System.currentTimeMillis()), "resolved: " + operationId + " is " + state);
    }

    private Control control(long nowMs) {
        return author.says(ControlType.RESOLVE)
                .operationId(operationId)
                .state(state)
                .expectVersion(expectVersion)
                .observedAtMs(observedAt == null ? nowMs : time(observedAt))
                .receipt(json("--receipt", receipt))
                .value(json("--value", value))
                .build();
    }

    private static long time(String text) {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw CommandException.usage("--observed-at: must be a time such as 2026-11-30T06:00:00Z, was " + text);
        }
    }

    private static Json json(String option, String text) {
        try {
            return text == null ? null : Json.parse(text);
        } catch (InvalidRecordException e) {
            throw CommandException.usage(option + ": must be JSON, was " + text);
        }
    }
}
