package dev.interlock.scenarios;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.LastTurn;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.contract.Terms;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A preset with some values changed: as the core's policy, and in the words of the gateway's configuration.
 *
 * @param name its name: the preset's and what was changed
 * @param preset the preset it extends
 * @param overrides the changed values, by their paths in the configuration, such as {@code ceilings.calls}
 * @param document the policy they lead to
 */
public record ScenarioPolicy(String name, String preset, Map<String, Object> overrides, PolicyDocument document) {
    public ScenarioPolicy {
        overrides = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    }

    /** The preset <em>strict</em>. */
    public static ScenarioPolicy strict() {
        return of(Presets.strict());
    }

    /** The preset <em>balanced</em>. */
    public static ScenarioPolicy balanced() {
        return of(Presets.balanced());
    }

    /** The numbers of article C. */
    public static ScenarioPolicy articleC() {
        return of(Presets.articleC());
    }

    /** The numbers of article D. */
    public static ScenarioPolicy articleD() {
        return of(Presets.articleD());
    }

    private static ScenarioPolicy of(Policy policy) {
        return new ScenarioPolicy(
                policy.name(),
                policy.name(),
                Map.of(),
                Standards.named(policy.name()).orElseThrow());
    }

    /**
     * The same with another number.
     *
     * @param path where the configuration has it: such as {@code ceilings.*} or {@code repetition.*}
     */
    public ScenarioPolicy set(String path, long value) {
        return changed(path, value, RecordPath.with(policy(), path, value));
    }

    /**
     * The same with another number or switch in a tool's contract.
     *
     * @param tool the tool
     * @param field the contract's field as the configuration names it
     */
    public ScenarioPolicy tool(String tool, String field, Object value) {
        ToolContract contract = RecordPath.with(policy().contract(tool).orElseThrow(), field, value);
        Map<String, ToolContract> tools = new LinkedHashMap<>(policy().tools());
        tools.put(tool, contract);
        return changed("tools." + tool + "." + field, value, RecordPath.with(policy(), "tools", tools));
    }

    /** The same, but only so many calls of a run may be made in a time. */
    public ScenarioPolicy rate(int calls, long perMs) {
        Map<String, Object> written = new TreeMap<>(Map.of("calls", calls, "per_ms", perMs));
        Optional<RateRule> rule = Optional.of(new RateRule(calls, perMs));
        return changed("ceilings.rate", written, RecordPath.with(policy(), "ceilings.rate", rule));
    }

    /** The same, but one model turn is kept for a last word. */
    public ScenarioPolicy keepingALastTurn() {
        Optional<LastTurn> kept = Optional.of(new LastTurn(0));
        return changed(
                "ceilings.last_turn", Map.of("cost_micros", 0), RecordPath.with(policy(), "ceilings.last_turn", kept));
    }

    /** The same, but a person has to approve calls of a tool. */
    public ScenarioPolicy asksFor(String tool) {
        List<String> tools = List.of(tool);
        return changed("approval.tools", tools, RecordPath.with(policy(), "approval.tools", tools));
    }

    /** The same, but a guard only denies. */
    public ScenarioPolicy denies(Reason guard) {
        return acts(guard, "deny", new Action.Deny());
    }

    /** The same, but a guard stops the run. */
    public ScenarioPolicy stops(Reason guard) {
        return acts(guard, "stop", new Action.Stop());
    }

    /**
     * The same with whatever a policy file may say.
     *
     * @param path where the file has it, such as {@code tools.pay.identity}
     */
    public ScenarioPolicy says(String path, Object value) {
        Map<String, Object> grown = new LinkedHashMap<>(overrides);
        grown.put(path, value);
        ScenarioPolicy changed = new ScenarioPolicy(name, preset, grown, document);
        ObjectNode file = changed.written().put("name", name + "-more");
        PolicyDocument read = PolicyFiles.parse(name, file.toString().getBytes(StandardCharsets.UTF_8))
                .document();
        return new ScenarioPolicy(name + "-more", preset, grown, read);
    }

    /** What a file says that extends the preset. */
    public ObjectNode written() {
        ObjectNode file = JsonNodeFactory.instance.objectNode().put("extends", preset);
        overrides.forEach((path, value) -> {
            List<String> names = List.of(path.split("\\."));
            ObjectNode inner = file;
            for (String step : names.subList(0, names.size() - 1)) {
                inner = inner.withObjectProperty(step);
            }
            inner.set(names.get(names.size() - 1), Json.of(value).node());
        });
        return file;
    }

    /** What the core decides by. */
    public Policy policy() {
        return document.policy();
    }

    /** A tool that is named first begins with what is said of all others. */
    private PolicyDocument deciding(Policy policy) {
        Map<String, Terms> tools = new LinkedHashMap<>(document.tools());
        policy.tools().keySet().stream()
                .filter(tool -> !policy().tools().containsKey(tool))
                .forEach(tool -> document.fallback().ifPresent(terms -> tools.put(tool, terms)));
        return new PolicyDocument(policy, tools, document.fallback(), document.rules());
    }

    /** The same under a shorter name: what an agent is called begins with it. */
    public ScenarioPolicy called(String shorter) {
        return new ScenarioPolicy(shorter, preset, overrides, deciding(RecordPath.with(policy(), "name", shorter)));
    }

    private ScenarioPolicy acts(Reason guard, String word, Action action) {
        Map<Reason, Action> actions = new LinkedHashMap<>(policy().actions());
        actions.put(guard, action);
        return changed("actions." + guard.code(), word, RecordPath.with(policy(), "actions", actions));
    }

    private ScenarioPolicy changed(String path, Object value, Policy changed) {
        Map<String, Object> grown = new LinkedHashMap<>(overrides);
        grown.put(path, value);
        String what = path.substring(path.indexOf('.') + 1).replace('.', '-');
        String longer = (name + "-" + what + "-" + value)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("-$", "");
        return new ScenarioPolicy(longer, preset, grown, deciding(RecordPath.with(changed, "name", longer)));
    }
}
