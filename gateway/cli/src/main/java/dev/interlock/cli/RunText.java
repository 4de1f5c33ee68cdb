package dev.interlock.cli;

import dev.interlock.schemas.BlockedCall;
import dev.interlock.schemas.LastGood;
import dev.interlock.schemas.OpenCall;
import dev.interlock.schemas.OperationSummary;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run in words, for a person. */
final class RunText {
    private RunText() {}

    /** The run's end, where one was published. */
    static Optional<Outcome> end(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(o -> Symbols.OutcomeType.TERMINAL.equals(o.type()))
                .findFirst();
    }

    /**
     * Prints how it stands.
     *
     * @param outcomes all that was published about it; at least one
     * @param successor the run that goes on from it, where one does
     */
    static void describe(String runId, List<Outcome> outcomes, Optional<String> successor, PrintWriter out) {
        Optional<Outcome> end = end(outcomes);
        Outcome latest = end.orElse(outcomes.get(outcomes.size() - 1));
        print(out, "run", runId);
        print(out, "resumed from", latest.resumedFrom());
        print(
                out,
                "state",
                end.map(o -> "ended: " + o.status() + ", " + o.reason()).orElse("no end was published"));
        print(out, "resumed as", successor.orElse(null));
        end.ifPresent(ended -> why(ended, out));
        Optional.ofNullable(latest.used()).ifPresent(used -> print(out, "used", OutcomeText.counters(used)));
        Optional.ofNullable(latest.remaining()).ifPresent(left -> print(out, "remaining", OutcomeText.counters(left)));
        Optional.ofNullable(latest.lastGood()).ifPresent(good -> print(out, "last good", text(good)));
        latest.operations().forEach(operation -> print(out, "operation", text(operation)));
        latest.inFlight().forEach(call -> print(out, "in flight", text(call)));
        out.println("answers");
        outcomes.forEach(outcome -> out.println("  " + OutcomeText.line(outcome)));
    }

    private static void why(Outcome end, PrintWriter out) {
        print(out, "guard", OutcomeText.guard(end.guard()));
        print(out, "ended at", text(end.blockedCall()));
        print(out, "error", OutcomeText.error(end.error()));
        print(out, "next", String.join(", ", end.allowedNextActions()));
    }

    private static void print(PrintWriter out, String name, String text) {
        if (text != null) {
            out.println("%-11s %s".formatted(name, text));
        }
    }

    private static String text(BlockedCall call) {
        return call == null
                ? null
                : joined(call.proposalId(), call.tool(), call.operationId(), whose(call.inherited()));
    }

    private static String text(LastGood good) {
        return joined(
                good.proposalId(),
                good.tool(),
                good.operationId(),
                good.runId() == null ? null : "of " + good.runId(),
                good.revision() == null ? null : "revision " + good.revision(),
                good.receipt() == null
                        ? null
                        : "receipt " + OutcomeText.shortened(good.receipt().canonical()),
                good.value() == null
                        ? null
                        : "value " + OutcomeText.shortened(good.value().canonical()));
    }

    private static String text(OperationSummary operation) {
        return joined(
                operation.operationId(),
                operation.tool(),
                operation.state() + ", epoch " + operation.epoch(),
                operation.receipt() == null
                        ? null
                        : "receipt " + OutcomeText.shortened(operation.receipt().canonical()));
    }

    private static String text(OpenCall call) {
        return joined(
                call.proposalId(),
                call.tool(),
                call.operationId(),
                "attempt " + call.attempt(),
                whose(call.inherited()));
    }

    private static String whose(boolean inherited) {
        return inherited ? "of an earlier run" : null;
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> part != null).collect(Collectors.joining("  "));
    }
}
