package dev.interlock.policy.contract;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.policy.contract.RunFacts.Counters;
import dev.interlock.policy.contract.RunFacts.Ended;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a policy that is evaluated outside the core, compiled: it turns calls and results into facts. Equal inputs
 * give equal facts; nothing is remembered between calls. May be used by several threads.
 */
public final class Contracts {
    private final PolicyDocument document;
    private final Map<String, ToolTerms> tools = new HashMap<>();
    private final ToolTerms none = new ToolTerms(Terms.NONE);
    private final ToolTerms fallback;
    private final List<CompiledRule> rules = new ArrayList<>();

    private record CompiledRule(Rule rule, Expression when) {}

    Contracts(PolicyDocument document) {
        this.document = document;
        // Most tools say what the fallback says: that is compiled once.
        Map<Terms, ToolTerms> compiled = new HashMap<>();
        document.tools().forEach((name, terms) -> tools.put(name, compiled.computeIfAbsent(terms, ToolTerms::new)));
        this.fallback = document.fallback()
                .map(terms -> compiled.computeIfAbsent(terms, ToolTerms::new))
                .orElse(none);
        document.rules().forEach(rule -> rules.add(new CompiledRule(rule, compiled(rule))));
    }

    private static Expression compiled(Rule rule) {
        try {
            return Expressions.CALL.compile(rule.when());
        } catch (CelFault e) {
            throw new IllegalStateException("A rule that was checked does not compile: " + rule.name(), e);
        }
    }

    /** The policy whose part this is. */
    public PolicyDocument document() {
        return document;
    }

    /**
     * What is to be said about a call.
     *
     * @param run what happened in its run before
     */
    public CallFacts call(ProposedCall call, RunFacts run) {
        ToolTerms terms = terms(call.tool());
        Optional<Fault> fault = terms.fault(call);
        List<RuleResult> applying = fault.isPresent() || rules.isEmpty() ? List.of() : applying(call, run, terms);
        return new CallFacts(
                fault.or(() -> strongest(applying).map(RuleResult::fault)),
                terms.identity(),
                terms.operationId(call),
                applying,
                terms.page(call),
                terms.namesSensitive() ? Optional.of(terms.redaction().of(call.args())) : Optional.empty());
    }

    /**
     * What is to be said about a result.
     *
     * @param call the call that brought it
     * @param result what was reported
     * @param value the value it has; empty where it has none
     */
    public ResultFacts result(ProposedCall call, Result result, Optional<Json> value) {
        return terms(call.tool()).facts(call, result, value);
    }

    /** Whether anything is said of a tool's results. */
    public boolean judgesResults(String tool) {
        return terms(tool).judgesResults();
    }

    /** Whether what is said of a tool's results depends on the arguments of the call; else they may be left out there. */
    public boolean judgesByArguments(String tool) {
        return terms(tool).judgesByArguments();
    }

    /** Whether it is said what of a tool's arguments is not to be journaled; only then are they. */
    public boolean redacts(String tool) {
        return terms(tool).namesSensitive();
    }

    /** By what calls of a tool are told to be the same. */
    public IdentityRule identity(String tool) {
        return terms(tool).identity();
    }

    /** A call's arguments as a person sees who decides about it: exact, but for what is sensitive or looks like a secret. */
    public Json shown(String tool, Json args) {
        return terms(tool).redaction().shown(args);
    }

    /** A text about a call without what its arguments hold in sensitive fields, and without what looks like a secret. */
    public String hidden(String text, String tool, Json args) {
        return terms(tool).redaction().hidden(text, args);
    }

    /** The same policy says the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Contracts contracts && document.equals(contracts.document);
    }

    @Override
    public int hashCode() {
        return document.hashCode();
    }

    private ToolTerms terms(String tool) {
        return document.deciding(tool)
                .map(name -> tools.getOrDefault(name, none))
                .orElse(fallback);
    }

    /** Rules that only watch speak against nothing. */
    private static Optional<RuleResult> strongest(List<RuleResult> applying) {
        return applying.stream()
                .filter(result -> result.then() != Rule.Then.OBSERVE)
                .min(Comparator.comparing(RuleResult::then));
    }

    private List<RuleResult> applying(ProposedCall call, RunFacts run, ToolTerms terms) {
        Map<String, Object> variables = variables(call, run, terms);
        List<RuleResult> applying = new ArrayList<>();
        for (CompiledRule rule : rules) {
            switch (rule.when().ask(variables)) {
                case Expression.Answer.Yes yes ->
                    applying.add(new RuleResult(
                            rule.rule().name(), rule.rule().then(), rule.rule().reason()));
                case Expression.Answer.No no -> {}
                case Expression.Answer.Failed failed ->
                    applying.add(new RuleResult(
                            rule.rule().name(),
                            Rule.Then.DENY,
                            "could not be evaluated for this call: " + failed.why()));
            }
        }
        return applying;
    }

    private Map<String, Object> variables(ProposedCall call, RunFacts run, ToolTerms terms) {
        Map<String, Object> variables = new HashMap<>();
        variables.put("call.tool", call.tool());
        variables.put("call.kind", call.kind().code());
        variables.put("call.args", CelValues.object(call.args().node()));
        variables.put("call.operation_id", terms.operationId(call).orElse(""));
        variables.put("call.agent_id", call.agentId());
        variables.put("call.turn", call.turn());
        variables.put("tool.effect", terms.effect());
        variables.put("tool.named", document.deciding(call.tool()).isPresent());
        variables.put("run.id", run.runId());
        variables.put("run.succeeded", run.counts(Ended.SUCCEEDED));
        variables.put("run.failed", run.counts(Ended.FAILED));
        variables.put("run.unknown", run.counts(Ended.UNKNOWN));
        variables.put("run.last", run.last());
        Counters counters = run.counters();
        variables.put("counters.turns", counters.turns());
        variables.put("counters.calls", counters.calls());
        variables.put("counters.model_calls", counters.modelCalls());
        variables.put("counters.retries", counters.retries());
        variables.put("counters.denials", counters.denials());
        variables.put("counters.ran_ms", counters.ranMs());
        variables.put("counters.cost_micros", counters.costMicros());
        variables.put("counters.cost_left_micros", counters.costLeftMicros());
        return variables;
    }
}
