package dev.interlock.audit.explain;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A timeline drawn: a lane for each chain, a mark for each entry in the order they follow from each other, a line where an
 * input came from the other stage, and the time that went by between two entries where it was long.
 */
final class Drawing {
    private static final int LEFT = 190;
    private static final int STEP = 34;
    private static final int TOP = 44;
    private static final int LANE = 46;
    private static final int LABEL = 26;
    /** Milliseconds between two entries from which on they are told. */
    private static final long LONG_MS = 1000;

    private final List<Step> steps;
    private final List<String> lanes = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final StringBuilder svg = new StringBuilder();

    private Drawing(List<Step> steps) {
        this.steps = steps;
    }

    static String of(Timeline timeline) {
        return new Drawing(timeline.steps()).drawn();
    }

    private String drawn() {
        for (int i = 0; i < steps.size(); i++) {
            JournalEntry entry = steps.get(i).recorded().entry();
            if (!lanes.contains(entry.chain())) {
                lanes.add(entry.chain());
            }
            columns.put(entry.chain() + "#" + entry.seq(), i);
        }
        int width = LEFT + STEP * steps.size() + STEP;
        int height = TOP + LANE * lanes.size();
        svg.append(String.format(
                Locale.ROOT,
                "<svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"timeline, %d"
                        + " entries\">%n",
                width,
                height,
                width,
                height,
                steps.size()));
        lanes.forEach(lane -> lane(lane, width));
        for (int i = 0; i < steps.size(); i++) {
            link(i);
        }
        for (int i = 0; i < steps.size(); i++) {
            mark(i);
        }
        return svg.append("</svg>\n").append(legend()).toString();
    }

    private void lane(String chain, int width) {
        int y = y(chain);
        String label = chain.length() > LABEL ? chain.substring(0, LABEL - 1) + "…" : chain;
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"lane\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/><text x=\"8\""
                        + " y=\"%d\">%s<title>%s</title></text>%n",
                LEFT - STEP / 2,
                y,
                width,
                y,
                y + 4,
                Page.escaped(label),
                Page.escaped(chain)));
    }

    private void link(int i) {
        JournalEntry entry = steps.get(i).recorded().entry();
        ChainHead head = entry.linkedHead();
        Integer from = head == null ? null : columns.get(head.chain() + "#" + (head.seq() + 1));
        if (from != null) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"link\" d=\"M%d %dL%d %d\"/>%n",
                    x(from),
                    y(head.chain()),
                    x(i),
                    y(entry.chain())));
        }
    }

    private void mark(int i) {
        Step step = steps.get(i);
        JournalEntry entry = step.recorded().entry();
        Look look = Look.of(step);
        svg.append(String.format(
                Locale.ROOT,
                "<a href=\"#e%d\"><text class=\"%s\" x=\"%d\" y=\"%d\" font-size=\"18\" text-anchor=\"middle\">%s"
                        + "<title>%d. %s: %s</title></text></a>%n",
                i + 1,
                look.style(),
                x(i),
                y(entry.chain()) + 6,
                look.mark(),
                i + 1,
                Page.escaped(entry.input().kind()),
                Page.escaped(TimelineText.decision(step))));
        long wait =
                i == 0 ? 0 : entry.atMs() - steps.get(i - 1).recorded().entry().atMs();
        if (wait >= LONG_MS) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"16\" text-anchor=\"middle\">+%s</text>%n",
                    x(i) - STEP / 2,
                    shown(wait)));
        }
    }

    private static String shown(long ms) {
        long seconds = ms / 1000;
        if (seconds < 120) {
            return seconds + "s";
        }
        return seconds < 7200 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }

    private int x(int column) {
        return LEFT + STEP * column;
    }

    private int y(String chain) {
        return TOP + LANE * lanes.indexOf(chain);
    }

    private static String legend() {
        return "<p class=\"legend\">"
                + entry(Look.GO, "let through or taken")
                + entry(Look.NO, "denied or refused")
                + entry(Look.WAIT, "waiting or unknown")
                + entry(Look.END, "end of the run")
                + entry(Look.PLAIN, "noted")
                + "</p>\n";
    }

    private static String entry(Look look, String text) {
        return "<span><b class=\"" + look.style() + "\">" + look.mark() + "</b> " + text + "</span>";
    }
}
