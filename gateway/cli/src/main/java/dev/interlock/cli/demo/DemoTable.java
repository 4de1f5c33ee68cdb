package dev.interlock.cli.demo;

import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.RunEnd;
import dev.interlock.scenarios.Scenario;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints reports as a table, a line each, with what differs under a line that is not as expected. */
final class DemoTable {
    private static final List<String> TITLES = List.of("RUN", "TRIED", "EXECUTED", "STATUS", "REASON", "GUARD", "TIME");
    private static final String GAP = "  ";

    private final PrintWriter out;
    private final List<Integer> widths;
    private int shown;
    private int wrong;

    DemoTable(PrintWriter out, List<Scenario> scenarios) {
        this.out = out;
        this.widths = widths(scenarios);
        line("  ", TITLES);
    }

    void add(Report report) {
        shown++;
        wrong += report.ok() ? 0 : 1;
        line(report.ok() ? "✔ " : "✘ ", cells(report));
        report.differences().forEach(difference -> out.println("    " + difference));
        out.flush();
    }

    void end() {
        String verdict = wrong == 0 ? "all as expected" : wrong + " not as expected";
        out.println();
        out.println(shown + " scenarios, " + verdict + ".");
        out.flush();
    }

    private static List<String> cells(Report report) {
        Optional<RunEnd> end =
                Optional.ofNullable(report.ends().get(report.scenario().mainRun()));
        return List.of(
                report.scenario().name(),
                Tried.text(report.scenario()),
                Integer.toString(report.tally().executions()),
                end.map(e -> e.conclusion().status().code()).orElse("-"),
                end.map(e -> e.conclusion().reason().code()).orElse("-"),
                end.flatMap(RunEnd::guard)
                        .map(g -> g.name() + " " + g.observed() + " of " + g.limit())
                        .orElse(""),
                String.format(Locale.ROOT, "%.1f s", report.tookMs() / 1000.0));
    }

    private void line(String mark, List<String> cells) {
        StringBuilder text = new StringBuilder(mark);
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            text.append(cell)
                    .append(" ".repeat(Math.max(0, widths.get(i) - cell.length())))
                    .append(GAP);
        }
        out.println(text.toString().stripTrailing());
        out.flush();
    }

    /** Wide enough for what is expected; a longer cell pushes the rest of its line aside. */
    private static List<Integer> widths(List<Scenario> scenarios) {
        return List.of(
                widest(TITLES.get(0), scenarios.stream().map(Scenario::name).toList()),
                widest(TITLES.get(1), scenarios.stream().map(Tried::text).toList()),
                TITLES.get(2).length(),
                widest(
                        TITLES.get(3),
                        scenarios.stream()
                                .map(s -> s.conclusion().status().code())
                                .toList()),
                widest(
                        TITLES.get(4),
                        scenarios.stream()
                                .map(s -> s.conclusion().reason().code())
                                .toList()),
                24,
                TITLES.get(6).length());
    }

    private static int widest(String title, List<String> cells) {
        return cells.stream().mapToInt(String::length).reduce(title.length(), Math::max);
    }
}
