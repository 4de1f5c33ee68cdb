package dev.interlock.policy.words;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;

/** Writes policies as files in which a comment explains each line. */
public final class PolicyText {
    private static final int WIDTH = 110;
    private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_.-]*";

    private final StringBuilder text = new StringBuilder();

    private PolicyText() {}

    /**
     * A complete policy file.
     *
     * @param head what is said before anything else
     * @param policy the policy's JSON form
     */
    public static String of(String head, JsonNode policy) {
        PolicyText written = new PolicyText();
        written.comment(0, head);
        policy.properties().forEach(field -> written.section(field.getKey(), field.getValue()));
        return written.text.toString();
    }

    /** The lines of one contract, for the place under a tool's name. */
    public static String contract(JsonNode contract, int indent) {
        PolicyText written = new PolicyText();
        contract.properties().forEach(field -> written.field(indent, "tool", field.getKey(), field.getValue()));
        return written.text.toString();
    }

    /** A text as YAML writes it. */
    public static String quoted(String value) {
        boolean word = value.matches(PLAIN)
                && !List.of("true", "false", "null").contains(value.toLowerCase(java.util.Locale.ROOT));
        return word ? value : TextNode.valueOf(value).toString();
    }

    /** Lines of a comment, no longer than lines are. */
    public static String comment(int indent, String words, String mark) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ")) {
            if (line.length() + word.length() + indent > WIDTH) {
                lines.append(" ".repeat(indent)).append(mark).append(line).append('\n');
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        return lines.append(" ".repeat(indent))
                .append(mark)
                .append(line)
                .append('\n')
                .toString();
    }

    private void section(String name, JsonNode value) {
        text.append('\n');
        if (name.equals("tools") && value.isEmpty()) {
            comment(0, "Contracts of single tools, by name or pattern; none here, so the fallback holds for all.");
        }
        if (name.equals("actions") && value.isEmpty()) {
            comment(0, "What single guards do; none here, so all do what otherwise says.");
        }
        if (name.equals("name")) {
            text.append("name: ").append(quoted(value.asText())).append('\n');
        } else {
            field(0, "", name, value);
        }
    }

    private void field(int indent, String parent, String name, JsonNode value) {
        String path = parent.isEmpty() ? name : parent + "." + name;
        String pad = " ".repeat(indent);
        boolean parts = value.isObject() && !value.isEmpty() && !value.has("deny_then_stop");
        if (parts) {
            text.append(pad).append(name).append(":\n");
            String below = path.equals("fallback") ? "tool" : path;
            value.properties().forEach(part -> field(indent + 2, below, part.getKey(), part.getValue()));
            return;
        }
        String words = parent.equals("actions") ? name + " " + Meaning.deed(value) + "." : meaning(path, value);
        if (!words.isEmpty()) {
            comment(indent, words);
        }
        text.append(pad).append(name).append(": ").append(written(value)).append('\n');
    }

    private static String meaning(String path, JsonNode value) {
        return value.isObject() && value.isEmpty()
                ? ""
                : Meaning.of(path, value).orElse("");
    }

    private void comment(int indent, String words) {
        for (String paragraph : words.split("\n")) {
            text.append(comment(indent, paragraph, "# "));
        }
    }

    private static String written(JsonNode value) {
        if (value.isObject()) {
            List<String> members = new ArrayList<>();
            value.properties().forEach(member -> members.add(member.getKey() + ": " + written(member.getValue())));
            return "{" + String.join(", ", members) + "}";
        }
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(written(item)));
            return "[" + String.join(", ", items) + "]";
        }
        return value.isTextual() ? quoted(value.textValue()) : value.toString();
    }
}
