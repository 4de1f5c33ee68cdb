package dev.interlock.audit.explain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** A timeline as one page that asks nothing of anybody: no script, no font, no picture from elsewhere. */
public final class Page {
    private static final String STYLE = "timeline.css";

    private Page() {}

    /** Its text, in UTF-8 where it is written. */
    public static String of(Timeline timeline) {
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'\">\n")
                .append("<title>Interlock: ")
                .append(escaped(timeline.title()))
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n");
        head(page, timeline);
        page.append("<div class=\"drawn\">\n").append(Drawing.of(timeline)).append("</div>\n");
        page.append("<ol>\n");
        int number = 0;
        for (Step step : timeline.steps()) {
            number++;
            step(page, step, number);
        }
        return page.append("</ol>\n</body>\n</html>\n").toString();
    }

    private static void head(StringBuilder page, Timeline timeline) {
        page.append("<h1>").append(escaped(timeline.title())).append("</h1>\n");
        List<Step> steps = timeline.steps();
        page.append("<p class=\"sub\">")
                .append(steps.size())
                .append(" entries of the journal, ")
                .append(time(steps.getFirst()))
                .append(" to ")
                .append(time(steps.getLast()))
                .append("</p>\n");
        timeline.policies()
                .forEach(policy -> page.append("<p class=\"sub\">policy ")
                        .append(escaped(policy))
                        .append("</p>\n"));
        timeline.end()
                .ifPresent(end -> page.append("<p class=\"end\">ended ")
                        .append(escaped(TimelineText.ended(end)))
                        .append("</p>\n"));
    }

    private static void step(StringBuilder page, Step step, int number) {
        page.append("<li id=\"e")
                .append(number)
                .append("\"><div class=\"number\">")
                .append(number);
        page.append("</div><div><div class=\"head\"><strong class=\"")
                .append(Look.of(step).style())
                .append("\">")
                .append(escaped(TimelineText.decision(step)))
                .append("</strong><span>")
                .append(escaped(step.recorded().entry().input().kind()))
                .append("</span><span class=\"who\">")
                .append(escaped(step.stage() + " " + step.subject()))
                .append("</span><time>")
                .append(time(step))
                .append("</time></div>\n<dl>");
        step.facts().forEach((name, value) -> pair(page, name, value));
        step.counters()
                .forEach((name, counter) ->
                        pair(page, name, counter.before() + " → " + counter.after() + " of " + counter.allowed()));
        page.append("</dl>\n<div class=\"after\">");
        step.effects()
                .forEach(
                        effect -> page.append("<div>→ ").append(escaped(effect)).append("</div>"));
        step.doubt()
                .ifPresent(doubt -> page.append("<div class=\"doubt\">")
                        .append(escaped(doubt))
                        .append("</div>"));
        page.append("</div>\n<div class=\"place\">")
                .append(escaped(step.entry() + ", input " + step.input()))
                .append("</div></div></li>\n");
    }

    private static void pair(StringBuilder page, String name, String value) {
        page.append("<dt>")
                .append(escaped(name))
                .append("</dt><dd>")
                .append(escaped(value))
                .append("</dd>");
    }

    private static String time(Step step) {
        return Instant.ofEpochMilli(step.recorded().entry().atMs()).toString();
    }

    /** What agents and tools wrote stays text. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String style() {
        try (InputStream in = Page.class.getResourceAsStream(STYLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
