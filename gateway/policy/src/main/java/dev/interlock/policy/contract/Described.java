package dev.interlock.policy.contract;

import dev.interlock.policy.words.Summary.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is evaluated outside the core, in plain words. */
public final class Described {
    private Described() {}

    /** A section for each tool of which something is said, and one for the rules. */
    public static List<Section> of(PolicyDocument document) {
        List<Section> sections = new ArrayList<>();
        Map<String, Terms> sorted = new TreeMap<>(document.tools());
        sorted.forEach((name, terms) -> sections.add(new Section("Calls of " + name, sentences(terms))));
        document.fallback().ifPresent(terms -> sections.add(new Section("Calls of tools not named", sentences(terms))));
        if (!document.rules().isEmpty()) {
            sections.add(new Section(
                    "Rules", document.rules().stream().map(Described::sentence).toList()));
        }
        return sections;
    }

    private static String sentence(Rule rule) {
        String what = switch (rule.then()) {
            case DENY -> "denies a call";
            case HOLD -> "has a person asked about a call";
            case OBSERVE -> "only notes a call";
        };
        String failed = rule.then() == Rule.Then.DENY ? "" : "; a call for which that cannot be told is denied";
        return rule.name() + " " + what + " when " + rule.when() + failed + ". Reason: " + rule.reason();
    }

    private static List<String> sentences(Terms terms) {
        List<String> words = new ArrayList<>();
        terms.effect()
                .ifPresent(effect -> words.add("It is said to be of the class " + effect.code()
                        + ": a call proposed as anything but " + effect.kinds() + " is denied as invalid_call."));
        if (terms.argsSchema().isPresent()) {
            words.add("Arguments that do not fit args_schema are denied as invalid_arguments.");
        }
        list(words, "The operation id of a write is derived from ", terms.identity());
        list(words, "Calls that differ only in these are the same: ", terms.ignored());
        terms.failure()
                .ifPresent(rule ->
                        words.add("A result that is ok is the failure " + rule.code() + " when " + rule.when() + "."));
        list(words, "A result without these is invalid_result: ", terms.requiredData());
        if (terms.resultSchema().isPresent()) {
            words.add("A result that does not fit result_schema is invalid_result.");
        }
        list(words, "Results that differ only in these are the same: ", terms.ignoredOfResults());
        terms.pending().ifPresent(when -> words.add("What was asked for is still to come when " + when + "."));
        terms.cursor().ifPresent(field -> words.add("The page that is asked for stands at " + field + "."));
        terms.records()
                .ifPresent(field -> words.add("Pages with the same at " + field + " of the value are the same page."));
        list(words, "These are not journaled: ", terms.sensitive());
        return words;
    }

    private static void list(List<String> words, String begin, List<String> fields) {
        if (!fields.isEmpty()) {
            words.add(begin + String.join(", ", fields) + ".");
        }
    }
}
