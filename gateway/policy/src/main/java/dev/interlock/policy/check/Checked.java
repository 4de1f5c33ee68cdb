package dev.interlock.policy.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.policy.PolicyFile;
import dev.interlock.policy.contract.Described;
import dev.interlock.policy.contract.Unwatched;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.words.Summary;
import dev.interlock.policy.words.Warning;
import dev.interlock.policy.words.Warnings;
import java.util.ArrayList;
import java.util.List;

/** What {@code interlock policy check} has to say. */
public final class Checked {
    private Checked() {}

    /**
     * About a sound file: what it will do, and what in it can have no effect; a line each.
     *
     * @param further warnings beside those that the file alone gives rise to
     */
    public static List<String> text(PolicyFile file, List<Warning> further) {
        List<String> lines = new ArrayList<>();
        String from = file.extended().map(name -> "extends " + name).orElse("complete in itself");
        lines.add(file.policy().name() + " (" + from + ", policy " + file.hash() + ")");
        for (Summary.Section section : sections(file)) {
            lines.add("");
            lines.add(section.title());
            section.sentences().forEach(sentence -> lines.add("  " + sentence));
        }
        List<Warning> warnings = all(file, further);
        if (!warnings.isEmpty()) {
            lines.add("");
            warnings.forEach(warning -> lines.add(text(file, warning)));
        }
        return lines;
    }

    private static List<Summary.Section> sections(PolicyFile file) {
        List<Summary.Section> sections = new ArrayList<>(Summary.of(file.policy()));
        sections.addAll(Described.of(file.document()));
        return sections;
    }

    private static List<Warning> all(PolicyFile file, List<Warning> further) {
        List<Warning> all = new ArrayList<>(Warnings.of(file.policy()));
        all.addAll(Unwatched.warnings(file.document()));
        all.addAll(further);
        return all;
    }

    private static String text(PolicyFile file, Warning warning) {
        Place place = file.place(warning.field());
        return file.file() + ":" + place.line() + ":" + place.column() + ": warning: " + warning.field() + ": "
                + warning.text();
    }

    /**
     * About a sound file, as one object: {@code file, ok, name, extends, policy_hash, summary, warnings}.
     *
     * @param further warnings beside those that the file alone gives rise to
     */
    public static ObjectNode json(PolicyFile file, List<Warning> further) {
        ObjectNode answer = answer(file.file(), true);
        answer.put("name", file.policy().name());
        file.extended().ifPresent(name -> answer.put("extends", name));
        answer.put("policy_hash", file.hash());
        ObjectNode summary = answer.putObject("summary");
        sections(file).forEach(section -> {
            ArrayNode sentences = summary.putArray(section.title());
            section.sentences().forEach(sentences::add);
        });
        ArrayNode warnings = answer.putArray("warnings");
        all(file, further).forEach(warning -> {
            ObjectNode item = at(warnings.addObject(), file.place(warning.field()));
            item.put("field", warning.field().toString()).put("text", warning.text());
        });
        return answer;
    }

    /** About a refused file, as one object: {@code file, ok, problems}. */
    public static ObjectNode json(PolicyException refusal) {
        ObjectNode answer = answer(refusal.file(), false);
        ArrayNode problems = answer.putArray("problems");
        refusal.problems()
                .forEach(problem -> at(problems.addObject(), problem.place())
                        .put("field", problem.field())
                        .put("rule", problem.rule())
                        .put("value", problem.value()));
        return answer;
    }

    private static ObjectNode answer(String file, boolean ok) {
        return JsonNodeFactory.instance.objectNode().put("file", file).put("ok", ok);
    }

    private static ObjectNode at(ObjectNode item, Place place) {
        return item.put("line", place.line()).put("column", place.column());
    }
}
