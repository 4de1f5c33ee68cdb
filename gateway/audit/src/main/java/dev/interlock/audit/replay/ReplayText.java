package dev.interlock.audit.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Position;
import dev.interlock.server.replay.Difference;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replayed;
import dev.interlock.server.wire.JournalWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** What a replay found, for people and for programs. */
public final class ReplayText {
    private ReplayText() {}

    /** For people. */
    public static List<String> of(Tally tally) {
        List<String> lines = new ArrayList<>();
        long again = tally.runs() + tally.operations() + tally.tasks();
        lines.add(String.format(
                Locale.ROOT,
                "%,d entries: %,d decided again (%,d of runs, %,d of operations, %,d of tasks), %,d only note"
                        + " something",
                tally.entries(),
                again,
                tally.runs(),
                tally.operations(),
                tally.tasks(),
                tally.noted()));
        lines.add(String.format(
                Locale.ROOT,
                "%,d records that followed made again to the byte; of %,d, which hold arguments or values, kind and"
                        + " key",
                tally.derived(),
                tally.untold()));
        new TreeMap<>(tally.missing())
                .forEach((why, count) -> lines.add(String.format(Locale.ROOT, "%,d not re-derivable: %s", count, why)));
        if (tally.differing() == 0) {
            lines.add("no entry differs");
            return lines;
        }
        lines.add(String.format(Locale.ROOT, "%,d differ, the first of them:", tally.differing()));
        lines.addAll(of(tally.differences().getFirst()));
        return lines;
    }

    private static List<String> of(Replayed replayed) {
        Recorded recorded = replayed.recorded();
        Difference difference = replayed.difference().orElseThrow();
        List<String> lines = new ArrayList<>();
        lines.add("  " + recorded.name() + ", taken up "
                + Instant.ofEpochMilli(recorded.entry().atMs()));
        lines.add("  input     " + place(recorded.entry().input().topic(), recorded));
        lines.add("  field     " + difference.field());
        lines.add("  recorded  " + difference.recorded());
        lines.add("  derived   " + difference.derived());
        String version = recorded.entry().coreVersion();
        if (!JournalWriter.CORE_VERSION.equals(version)) {
            lines.add("  It was decided by core " + version + ", this is " + JournalWriter.CORE_VERSION
                    + ": replay it with a release that has that version.");
        }
        return lines;
    }

    private static String place(String topic, Recorded recorded) {
        var input = recorded.entry().input();
        return topic + "-" + input.partition() + "@" + input.offset() + " (" + input.kind() + ")";
    }

    /** For programs. */
    public static ObjectNode json(Tally tally) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("entries", tally.entries());
        node.put("runs", tally.runs());
        node.put("operations", tally.operations());
        node.put("tasks", tally.tasks());
        node.put("noted", tally.noted());
        node.put("effects_derived", tally.derived());
        node.put("effects_untold", tally.untold());
        node.put("differing", tally.differing());
        ObjectNode missing = node.putObject("not_re_derivable");
        new TreeMap<>(tally.missing()).forEach(missing::put);
        ObjectNode versions = node.putObject("core_versions");
        new TreeMap<>(tally.versions()).forEach(versions::put);
        var differences = node.putArray("differences");
        tally.differences().forEach(one -> differences.add(json(one)));
        return node;
    }

    private static ObjectNode json(Replayed replayed) {
        Difference difference = replayed.difference().orElseThrow();
        ObjectNode node = json(replayed.recorded());
        node.put("field", difference.field());
        node.put("recorded", difference.recorded());
        node.put("derived", difference.derived());
        return node;
    }

    private static ObjectNode json(Recorded recorded) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("chain", recorded.entry().chain());
        node.put("seq", recorded.entry().seq());
        node.put("at_ms", recorded.entry().atMs());
        node.put("core_version", recorded.entry().coreVersion());
        node.set("entry", json(recorded.at()));
        var input = recorded.entry().input();
        node.set("input", json(new Position(input.topic(), input.partition(), input.offset())));
        return node;
    }

    private static ObjectNode json(Position position) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("topic", position.topic());
        node.put("partition", position.partition());
        node.put("offset", position.offset());
        return node;
    }

    /** For people: the runs that would have gone otherwise, and how many would not. */
    public static List<String> of(List<RunUnder.Finding> findings) {
        List<String> lines = new ArrayList<>();
        long same = findings.stream()
                .filter(finding -> finding.flip().isEmpty() && finding.unknown().isEmpty())
                .count();
        long flips =
                findings.stream().filter(finding -> finding.flip().isPresent()).count();
        for (RunUnder.Finding finding : findings) {
            finding.flip().ifPresent(flip -> lines.addAll(flip(finding, flip)));
            if (finding.flip().isEmpty()) {
                finding.unknown()
                        .ifPresent(why -> lines.add(String.format(
                                Locale.ROOT,
                                "%s: as recorded for %d entries, then not re-derivable: %s (%d entries)",
                                finding.runId(),
                                finding.decided(),
                                why,
                                finding.conditional())));
            }
        }
        lines.add(String.format(
                Locale.ROOT,
                "%,d runs: %,d decided as recorded, %,d otherwise, %,d not re-derivable to their end",
                findings.size(),
                same,
                flips,
                findings.size() - same - flips));
        return lines;
    }

    private static List<String> flip(RunUnder.Finding finding, RunUnder.Flip flip) {
        Aftermath after = finding.aftermath();
        Recorded at = flip.at();
        return List.of(
                finding.runId() + ": entry " + at.entry().seq() + ", " + at.at().topic() + "-"
                        + at.at().partition() + "@" + at.at().offset() + ", "
                        + Instant.ofEpochMilli(at.entry().atMs()),
                "  recorded " + said(flip.recorded()) + ", under this policy " + said(flip.derived()),
                String.format(
                        Locale.ROOT,
                        "  from there on were recorded %d calls, cost %d micros; %d results brought something new"
                                + " (%d committed writes), %d did not; the run %s",
                        after.calls(),
                        after.costMicros(),
                        after.bringing(),
                        after.committed(),
                        after.idle(),
                        after.end().map(ReplayText::ended).orElse("has no recorded end")),
                "  " + finding.conditional() + " later entries are conditional");
    }

    private static String ended(Outcome outcome) {
        return "ended " + outcome.status().map(status -> status.code()).orElse("?") + " / "
                + outcome.reason().map(reason -> reason.code()).orElse("?");
    }

    private static String said(Verdict verdict) {
        return verdict.what().code()
                + verdict.reason().map(reason -> " / " + reason.code()).orElse("")
                + verdict.guard()
                        .map(read ->
                                " (" + read.name() + ": limit " + read.limit() + ", observed " + read.observed() + ")")
                        .orElse("");
    }

    /** For programs. */
    public static ObjectNode json(RunUnder.Finding finding) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("run_id", finding.runId());
        node.put("as_recorded", finding.decided());
        node.put("conditional", finding.conditional());
        finding.unknown().ifPresent(why -> node.put("not_re_derivable", why));
        finding.flip().ifPresent(flip -> {
            ObjectNode told = node.putObject("flip");
            told.setAll(json(flip.at()));
            told.set("recorded", json(flip.recorded()));
            told.set("derived", json(flip.derived()));
            Aftermath after = finding.aftermath();
            ObjectNode recorded = node.putObject("recorded_from_there");
            recorded.put("calls", after.calls());
            recorded.put("cost_micros", after.costMicros());
            recorded.put("results_with_something_new", after.bringing());
            recorded.put("results_without", after.idle());
            recorded.put("committed_writes", after.committed());
            after.end().ifPresent(end -> recorded.put("end", ended(end)));
        });
        return node;
    }

    private static ObjectNode json(Verdict verdict) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("decision", verdict.what().code());
        verdict.reason().ifPresent(reason -> node.put("reason", reason.code()));
        verdict.guard().ifPresent(read -> {
            ObjectNode guard = node.putObject("guard");
            guard.put("name", read.name());
            guard.put("limit", read.limit());
            guard.put("observed", read.observed());
        });
        return node;
    }
}
