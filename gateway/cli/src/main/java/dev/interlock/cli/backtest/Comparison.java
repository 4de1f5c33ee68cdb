package dev.interlock.cli.backtest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.backtest.report.JsonReport;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trial.Denied;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.policy.contract.Contracts;
import java.io.PrintWriter;

/** Tells which runs two policies judge differently, and where. */
final class Comparison {
    private final Contracts one;
    private final Contracts other;
    private final PrintWriter out;
    private final boolean json;
    private int runs;
    private int flips;

    Comparison(Contracts one, Contracts other, PrintWriter out, boolean json) {
        this.one = one;
        this.other = other;
        this.out = out;
        this.json = json;
    }

    /** Plays one run against both. */
    void play(Trace trace) {
        runs++;
        Finding first = Trial.of(trace, one);
        Finding second = Trial.of(trace, other);
        if (verdict(first) != verdict(second)) {
            flips++;
            out.println(json ? json(trace, first, second) : text(trace, first, second));
        }
    }

    /** Tells how many there were. */
    void end() {
        if (!json) {
            out.println(flips + " of " + runs + " runs are judged differently");
        }
    }

    private enum Verdict {
        UNTOUCHED,
        DENIED,
        STOPPED
    }

    private static Verdict verdict(Finding finding) {
        if (finding.stopped().isPresent()) {
            return Verdict.STOPPED;
        }
        return finding.denied().isEmpty() ? Verdict.UNTOUCHED : Verdict.DENIED;
    }

    private String text(Trace trace, Finding first, Finding second) {
        String success = trace.success().map(s -> s ? "successful" : "failed").orElse("not judged");
        return trace.source() + " " + trace.run() + " (" + success + "): " + text(one, first) + "; "
                + text(other, second);
    }

    private static String text(Contracts policy, Finding finding) {
        String said = switch (verdict(finding)) {
            case UNTOUCHED -> "lets all calls through";
            case DENIED -> denials(finding);
            case STOPPED ->
                finding.stopped()
                        .map(stop -> "stops it at call " + stop.call() + " for "
                                + stop.reason().code())
                        .orElseThrow();
        };
        return name(policy) + " " + said;
    }

    private static String name(Contracts policy) {
        return policy.document().policy().name();
    }

    private static String denials(Finding finding) {
        Denied first = finding.denied().getFirst();
        return "denies " + finding.denied().size() + ", the first at call " + first.call() + " for "
                + first.reason().code();
    }

    private ObjectNode json(Trace trace, Finding first, Finding second) {
        ObjectNode flip = JsonNodeFactory.instance.objectNode();
        flip.set(name(one), JsonReport.of(trace, first));
        flip.set(name(other), JsonReport.of(trace, second));
        return flip;
    }
}
