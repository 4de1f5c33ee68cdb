package dev.interlock.backtest.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Findings as lines a person reads; each share with its 95 % interval. */
public final class TextReport {
    private TextReport() {}

    /** All lines of a backtest. */
    public static List<String> of(Backtest backtest) {
        List<String> lines = new ArrayList<>();
        lines.add("Policy " + backtest.policy().name() + ", shares in brackets with 95 % intervals");
        lines.addAll(of("all sources", backtest.total()));
        if (backtest.sources().size() > 1) {
            backtest.sources().forEach((source, tally) -> lines.addAll(of(source, tally)));
        }
        lines.add("");
        lines.add(backtest.guards().isEmpty() ? "No guard fired" : "Guards that fired");
        backtest.guards().entrySet().stream()
                .sorted(Map.Entry.comparingByValue((one, other) -> Long.compare(other, one)))
                .forEach(guard -> lines.add(String.format(
                        Locale.ROOT,
                        "  %8d  %s",
                        guard.getValue(),
                        guard.getKey().code())));
        return lines;
    }

    private static List<String> of(String source, Tally tally) {
        return List.of(
                "",
                source + ": " + tally.runs() + " runs, " + tally.calls() + " calls",
                "  successful  denied a call  " + new Share(tally.falseDenied(), tally.successful()),
                "              one that was new " + new Share(tally.falseCostly(), tally.successful()),
                "              stopped        " + new Share(tally.falseStopped(), tally.successful()),
                "  failed      denied a call  " + new Share(tally.trueDenied(), tally.failed()),
                "              stopped        " + new Share(tally.trueStopped(), tally.failed()),
                "  halted      denied or stopped " + new Share(tally.haltedStopped(), tally.halted()),
                "              calls avoided  " + tally.haltedAvoided() + " of " + tally.haltedCalls(),
                "  all         calls avoided  " + tally.avoided() + " of " + tally.calls());
    }
}
