package dev.interlock.policy.words;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.form.PolicyCodec;
import java.util.ArrayList;
import java.util.List;

/** What a policy will do, a sentence a line. */
public final class Summary {
    private static final String TOOL = "tool";

    private final JsonNode tree;
    private final List<Section> sections = new ArrayList<>();

    private Summary(Policy policy) {
        this.tree = PolicyCodec.tree(policy);
    }

    /**
     * Some sentences about one matter.
     *
     * @param title what they are about
     * @param sentences in the order of the fields
     */
    public record Section(String title, List<String> sentences) {
        public Section {
            sentences = List.copyOf(sentences);
        }
    }

    /** What a policy will do. */
    public static List<Section> of(Policy policy) {
        Summary summary = new Summary(policy);
        summary.fields("A run", "ceilings");
        summary.fields("Runs that trigger each other", "chains");
        summary.fields("Repetition", "repetition");
        summary.guards();
        summary.fields("Time", "horizons");
        summary.fields("People", "approval");
        summary.tree
                .path("tools")
                .properties()
                .forEach(tool -> summary.contract("Tool " + tool.getKey(), tool.getValue()));
        summary.others();
        return List.copyOf(summary.sections);
    }

    private void fields(String title, String part) {
        List<String> sentences = new ArrayList<>();
        collect(part, tree.path(part), sentences);
        sections.add(new Section(title, sentences));
    }

    private static void collect(String path, JsonNode value, List<String> sentences) {
        if (value.isObject()) {
            value.properties().forEach(field -> collect(path + "." + field.getKey(), field.getValue(), sentences));
        } else {
            sentences.add(Meaning.of(path, value).orElse(path + ": " + value + "."));
        }
    }

    private void guards() {
        List<String> sentences = new ArrayList<>();
        tree.path("actions")
                .properties()
                .forEach(action -> sentences.add(action.getKey() + " " + Meaning.deed(action.getValue()) + "."));
        sentences.add((sentences.isEmpty() ? "Every guard " : "Every other guard ")
                + Meaning.deed(tree.path("otherwise")) + ".");
        for (String flag : List.of("ceilings_first", "stop_on_fault")) {
            collect(flag, tree.path(flag), sentences);
        }
        sections.add(new Section("Guards", sentences));
    }

    private void contract(String title, JsonNode contract) {
        List<String> sentences = new ArrayList<>();
        collect(TOOL, contract, sentences);
        sections.add(new Section(title, sentences));
    }

    private void others() {
        JsonNode fallback = tree.path("fallback");
        String title = tree.path("tools").isEmpty() ? "Every tool" : "Every other tool";
        if (fallback.isObject()) {
            contract(title, fallback);
        } else {
            sections.add(new Section(title, List.of("It is not known: its calls are denied as unknown_tool.")));
        }
    }
}
