package dev.interlock.policy.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolPattern;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.EffectClass;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.words.PolicyText;
import dev.interlock.policy.yaml.Shown;
import dev.interlock.policy.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a first policy with a contract for each tool, and says what is to be checked by hand. */
public final class Draft {
    /** The most tools of one draft: as many as a policy may name. */
    public static final int MOST_TOOLS = 1_000;

    private static final int LONGEST_NAME = 200;
    /** All that is taken over as it was found, in characters: about half of what a policy file may have. */
    private static final int MOST_TAKEN = 500_000;

    private static final List<String> LEFT_TO_FALLBACK = List.of(
            "skew_ms", "retry_horizon_ms", "max_queries", "query_backoff_ms", "max_joiners", "progress", "poll");

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Seen> tools = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    /** Most tools of one server say the same about their results: that is tried once. */
    private final Map<String, Optional<String>> refusals = new HashMap<>();

    private final int mostTaken;
    private int taken;

    private Draft(List<Seen> seen, int mostTools, int mostTaken) {
        this.mostTaken = mostTaken;
        for (Seen tool : seen) {
            boolean fits = tool.name().length() <= LONGEST_NAME && !ToolPattern.is(tool.name());
            if (!fits || tools.containsKey(tool.name()) || tools.size() == mostTools) {
                leftOut.add(tool.name());
            } else {
                tools.put(tool.name(), tool);
            }
        }
    }

    /**
     * A policy file.
     *
     * @param name the policy's name
     * @param origin what the tools are known from
     */
    public static String of(String name, String origin, List<Seen> seen) {
        String text = new Draft(seen, MOST_TOOLS, MOST_TAKEN).write(name, origin);
        for (int most = MOST_TOOLS; isTooLarge(text) && most > 0; most /= 2) {
            text = new Draft(seen, most, 0).write(name, origin);
        }
        return text;
    }

    private static boolean isTooLarge(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > YamlReader.MOST_BYTES;
    }

    private String write(String name, String origin) {
        note(
                0,
                "A first draft from " + Shown.of(origin) + ". Nothing here was tried: read each line marked CHECK,"
                        + " then see what it will do with 'interlock policy check',"
                        + " and on recorded runs with 'interlock backtest'.");
        text.append("name: ").append(PolicyText.quoted(name)).append('\n');
        text.append("extends: balanced\n\n");
        approval();
        note(
                0,
                "CHECK: tools that are not named below get the fallback of balanced. Where all are named, deny"
                        + " others:");
        text.append("# fallback: null\n\n");
        if (!leftOut.isEmpty()) {
            int count = leftOut.size();
            note(
                    0,
                    "CHECK: left out, because a name stands twice, has a star, or is one too many: " + count
                            + ", among them " + Shown.of(leftOut.get(0)) + ".");
        }
        text.append("tools:\n");
        tools.values().forEach(this::contract);
        if (tools.isEmpty()) {
            text.append("  {}\n");
        }
        return text.toString();
    }

    private void approval() {
        List<String> asked = tools.values().stream()
                .filter(Seen::destroys)
                .map(Seen::name)
                .map(Draft::quoted)
                .toList();
        if (!asked.isEmpty()) {
            note(0, "CHECK: these are said to destroy what was there, so a person is asked before each call.");
            text.append("approval:\n  tools: [")
                    .append(String.join(", ", asked))
                    .append("]\n\n");
        }
    }

    private void contract(Seen tool) {
        note(2, effect(tool));
        tool.notes().forEach(words -> note(2, words));
        text.append("  ").append(quoted(tool.name())).append(":\n");
        boolean reads = tool.reads().orElse(false);
        note(4, "CHECK: how long a call takes at most; a result that comes later counts as missing.");
        ObjectNode contract = (ObjectNode)
                PolicyCodec.tree(Presets.balanced()).path("fallback").deepCopy();
        contract.remove(LEFT_TO_FALLBACK);
        if (reads) {
            contract.remove(List.of("queryable", "settle_delay_ms"));
        } else {
            note(4, "CHECK: can a worker look up what became of a write? Then queryable: true, or a person must.");
        }
        text.append(PolicyText.contract(contract, 4));
        effectClass(tool)
                .ifPresent(effect ->
                        text.append("    effect: ").append(effect.code()).append('\n'));
        tool.terms()
                .properties()
                .forEach(term -> term(term.getKey(), term.getValue().toString()));
        text.append('\n');
    }

    private static Optional<EffectClass> effectClass(Seen tool) {
        if (tool.reads().orElse(false)) {
            return Optional.of(EffectClass.READ);
        }
        if (tool.repeatable().orElse(false)) {
            return Optional.of(EffectClass.IDEMPOTENT_WRITE);
        }
        return tool.destroys() ? Optional.of(EffectClass.IRREVERSIBLE) : Optional.empty();
    }

    /** Takes over what was found where a policy may say it so: what servers offer is not always what they should. */
    private void term(String field, String json) {
        String line = field + ": " + json;
        Optional<String> refusal =
                taken + line.length() > mostTaken ? Optional.of("it is too much for one file") : refusal(line);
        if (refusal.isPresent()) {
            note(4, "CHECK: what was found as " + field + " is left out: " + refusal.get());
        } else {
            taken += line.length();
            text.append("    ").append(line).append('\n');
        }
    }

    private static Optional<String> refusal(String line) {
        String alone = "name: draft\nextends: balanced\ntools:\n  tool:\n    " + line + "\n";
        try {
            PolicyFiles.parse("draft", alone.getBytes(StandardCharsets.UTF_8));
            return Optional.empty();
        } catch (PolicyException e) {
            Problem first = e.problems().get(0);
            return Optional.of(Shown.of(first.field() + " " + first.rule() + ", was " + first.value()));
        }
    }

    private static String effect(Seen tool) {
        boolean told = tool.reads().isPresent();
        if (tool.reads().orElse(false)) {
            return "Said to read only. CHECK: does it? What changes something must be proposed as a write.";
        }
        String writes =
                told ? "Said to change something" : "Nobody says that it only reads, so it is taken for a write";
        return tool.repeatable().orElse(false)
                ? writes + ", and that doing it twice is as doing it once. CHECK: by which id does the receiver tell?"
                : writes + ". CHECK: which id names the thing that is to happen once? It is the operation id.";
    }

    private void note(int indent, String words) {
        text.append(PolicyText.comment(indent, words, "# "));
    }

    private static String quoted(String name) {
        return TextNode.valueOf(name).toString();
    }
}
