package dev.interlock.cli.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.audit.witness.Played;
import dev.interlock.audit.witness.Verdict;
import dev.interlock.chaos.matrix.CellResult;
import dev.interlock.chaos.matrix.MatrixReport;
import dev.interlock.chaos.run.ChaosReport;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A report of chaos as it is printed. */
final class ChaosText {
    private ChaosText() {}

    /** One JSON object on one line. */
    static String json(ChaosReport report) {
        Verdict verdict = report.verdict();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("proposals", verdict.proposals());
        json.put("decisions", verdict.decisions());
        json.put("kills", report.disturbed().kills());
        json.put("freezes", report.disturbed().freezes());
        json.put("restarts", report.disturbed().restarts());
        json.put("duplicate_effects", verdict.duplicateEffects());
        json.put("lost_proposals", verdict.lostProposals());
        json.put("dispatch_after_end", verdict.dispatchAfterEnd());
        json.put("dispatch_after_stop", verdict.dispatchAfterStop());
        json.put("budget_overruns", verdict.budgetOverruns());
        json.put("open_unknown", verdict.openUnknown());
        json.put("violations", report.violations());
        putHowUnknownsEnded(json, report.onceUnknown());
        putPlayed(json, report.played());
        return json.toString();
    }

    /** Writes of which nobody knew at some time, by how they ended. */
    private static void putHowUnknownsEnded(ObjectNode json, Map<String, Integer> ended) {
        json.put("unknown", ended.values().stream().mapToInt(count -> count).sum());
        for (String end : List.of(OperationState.COMMITTED, OperationState.NOT_COMMITTED, Verdict.RESOLVED)) {
            json.put("unknown_" + end, ended.getOrDefault(end, 0));
        }
    }

    private static void putPlayed(ObjectNode json, Played played) {
        json.put("triggered_runs", played.triggered());
        json.put("refused_by_chains", played.refused());
        json.put("resumed_runs", played.resumed());
        json.put("shared_operations", played.shared());
        json.put("joins", played.joined());
        json.put("chain_stops", played.chainStops());
    }

    /** What came of the matrix in one line. */
    static String summary(MatrixReport report) {
        long ok = report.results().stream().filter(CellResult::isOk).count();
        return ok + " of " + report.results().size() + " cells as the table says; "
                + forbidden(report.verdict(), report.verdict().violations());
    }

    /** The same for people, with what else was measured. */
    static String summary(ChaosReport report) {
        Verdict verdict = report.verdict();
        Map<String, Integer> unknown = new TreeMap<>(report.onceUnknown());
        int unknowns = unknown.values().stream().mapToInt(count -> count).sum();
        String perThousand = report.disturbed().kills() == 0
                ? "no kills"
                : String.format(
                        Locale.ROOT,
                        "%d per 1,000 kills",
                        unknowns * 1_000L / report.disturbed().kills());
        String inForce = report.stopInForceMs().isPresent()
                ? "in force everywhere after " + report.stopInForceMs().getAsLong() + " ms"
                : "not in force everywhere in time";
        return String.join(
                System.lineSeparator(),
                "seed               " + report.seed(),
                "agents             "
                        + report.runs().map(count -> count + " runs").orElse("not at the end of their scripts") + ", "
                        + verdict.proposals() + " proposals, " + verdict.decisions() + " decisions",
                "disturbed by       " + report.disturbed().kills() + " kills, "
                        + report.disturbed().freezes() + " freezes, "
                        + report.disturbed().stops()
                        + " stops; " + report.disturbed().restarts() + " restarts; settled " + report.settledMs()
                        + " ms after all was up",
                "unknown            " + unknowns + " writes at some time (" + perThousand + "), which ended as "
                        + unknown + "; open at the end: " + verdict.openUnknown(),
                "runs together      " + together(report.played()),
                "late at receiver   " + report.refusedLate() + " dispatches after it had said they were not there",
                "stop when idle     " + inForce,
                "",
                "must be 0          " + forbidden(verdict, report.violations()));
    }

    private static String together(Played played) {
        return played.triggered() + " triggered, " + played.refused() + " refused by their chains, " + played.resumed()
                + " resumed; " + played.shared() + " operations wanted by several, " + played.joined()
                + " waits for another's claim; " + played.chainStops() + " stops of chains";
    }

    private static String forbidden(Verdict verdict, int violations) {
        return "duplicate effects " + verdict.duplicateEffects() + ", lost proposals " + verdict.lostProposals()
                + ", dispatched after end " + verdict.dispatchAfterEnd() + ", dispatched after stop "
                + verdict.dispatchAfterStop() + ", budget overruns " + verdict.budgetOverruns() + ", other violations "
                + violations;
    }
}
