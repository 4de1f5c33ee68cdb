package dev.interlock.backtest.detector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Churn;
import dev.interlock.core.policy.Repetition.Cycle;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.Repetition.Span;
import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.contract.Terms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The policy of this gateway that comes nearest to a peer's thresholds.
 *
 * <p>The numbers are the peer's; what they are compared with is ours. Results count beside arguments, also where the peer
 * looks at arguments alone, and other calls between do not clear what was counted. A threshold at which the n-th call is
 * refused allows n - 1; one that ends the run after the n-th allows n. What the peer does not have is off. What a tool says
 * that it is waiting is waited for, as <em>balanced</em> has it.
 *
 * <p>What a peer counts besides calls of tools has a contract of its own, for a call of the model: see
 * {@link Scenario}.
 */
final class PeerPolicies {
    private static final int NONE = 10_000;

    /** So often a piece of text may come before it is a chant; a constant of the peer, in no line. */
    private static final int CHANTING = 10;

    private static final Action DENY = new Action.Deny();
    private static final Action STOP = new Action.Stop();

    private final JsonNode config;
    private final JsonNode calls;

    private PeerPolicies(JsonNode line) {
        this.config = line.path("config");
        this.calls = line.path("calls");
    }

    /** The policy with what <em>balanced</em> says of results. */
    static Contracts of(Scenario scenario) {
        Policy policy = core(scenario);
        Terms waiting = Standards.balanced().fallback().orElseThrow();
        Map<String, Terms> tools =
                policy.tools().keySet().stream().collect(Collectors.toMap(tool -> tool, tool -> waiting));
        return new PolicyDocument(policy, tools, Optional.of(waiting), List.of()).contracts();
    }

    private static Policy core(Scenario scenario) {
        PeerPolicies policies = new PeerPolicies(scenario.line());
        return switch (scenario.peer()) {
            case "openhands-v0" -> policies.openHandsV0();
            case "openhands-sdk" -> policies.openHands();
            case "gemini-cli" -> policies.gemini();
            case "roo-code" -> policies.roo();
            case "langchain-tool-call-limit" -> policies.toolCallLimit();
            case "langchain-tool-retry" -> policies.toolRetry();
            case "langchain-progress-guard(branch)" -> policies.progressGuard();
            case "openrouter-doom-loop" -> policies.openRouter();
            case "openclaw" -> policies.openClaw();
            case "opencode-doom-loop" -> policies.openCode();
            case "crewai" -> policies.crew();
            case "cline-sdk" -> policies.cline();
            case "deer-flow" -> policies.deerFlow();
            case "qwen-code" -> policies.qwen();
            case "docker-agent" -> policies.docker();
            default -> throw new IllegalStateException("no mapping for " + scenario.peer());
        };
    }

    /**
     * The n-th same action with the same observation ends the run; a person clears that unless nobody is there. So do the
     * n-th condensation of the context and the n-th message, directly one after the other.
     */
    private Policy openHandsV0() {
        boolean clears = !config.path("headless").asBoolean();
        Policy policy = policy(
                rules(config.path("repeat_same_result").intValue(), 256, alternating(), 0, clears),
                ceilings(NONE),
                STOP);
        Policy condensing = counting(
                policy,
                "__compact__",
                SameCall.inARow(config.path("condensation").intValue()));
        return counting(
                condensing,
                "__message__",
                SameCall.inARow(config.path("monologue").intValue()));
    }

    private static Policy counting(Policy policy, String tool, SameCall rule) {
        return policy.with(tool, policy.contract(tool).orElseThrow().with(rule));
    }

    /** As before; the reminder it sends when the same error came three times is none of our business. */
    private Policy openHands() {
        return policy(
                rules(config.path("action_observation").intValue(), window("window_events"), alternating(), 0, true),
                ceilings(NONE),
                STOP);
    }

    /** Two calls in turn, as many pairs as that; the pair is refused before its last call and not after it. */
    private Cycle alternating() {
        return new Cycle(2, config.path("alternating").intValue(), true);
    }

    /**
     * The n-th repetition of a block of one to five calls is refused before it is complete; a second time ends the run. The
     * tenth time that a piece of text comes close to the others does so too: here directly behind them, since a line does
     * not say how long the pieces are, but that what has other pieces between is far apart.
     */
    private Policy gemini() {
        if (!config.has("threshold") || config.has("disabled")) {
            return counting(off(), "__text__", SameCall.inARow(CHANTING - 1));
        }
        int threshold = config.path("threshold").intValue();
        return policy(
                rules(threshold - 1, 25, new Cycle(5, threshold, true), 0, true),
                ceilings(NONE),
                new Action.DenyThenStop(1));
    }

    /** So many identical calls run, the next is refused; 0 is off. */
    private Policy roo() {
        return policy(rules(config.path("limit").intValue(), 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
    }

    /** So many calls run, of all tools or of one. Its thread is one run here, so the lower of both limits holds. */
    private Policy toolCallLimit() {
        int calls = Math.min(
                config.path("thread_limit").asInt(NONE),
                config.path("run_limit").asInt(NONE));
        Action action = config.path("exit").asText().equals("continue") ? DENY : STOP;
        JsonNode limits = config.path("limits");
        boolean ofOne = config.has("tool");
        int ofAll = ofOne ? NONE : Math.min(calls, limits.path("__all__").asInt(NONE));
        Policy policy = policy(rules(0, 256, Cycle.off(), 0, true), ceilings(ofAll), action);
        for (Map.Entry<String, JsonNode> limit : limits.properties()) {
            policy = limit.getKey().equals("__all__")
                    ? policy
                    : limited(policy, limit.getKey(), limit.getValue().intValue());
        }
        return ofOne ? limited(policy, config.path("tool").textValue(), calls) : policy;
    }

    private static Policy limited(Policy policy, String tool, int calls) {
        return policy.with(tool, policy.fallback().orElseThrow().with(ToolLimits.ofCalls(calls)));
    }

    /** So many tries after the first. */
    private Policy toolRetry() {
        int retries = config.path("max_retries").intValue();
        return off().with(contract -> trying(contract, retries));
    }

    /** The n-th identical exchange ends the run. */
    private Policy progressGuard() {
        return policy(rules(config.path("max").intValue(), 256, Cycle.off(), 0, true), ceilings(NONE), STOP);
    }

    /**
     * Refused from one threshold on, ended at the other; what it only observes is not seen here. The same answer to calls
     * that differ in noise alone is refused from the same threshold on. A tool that is exempt says so. Off by default.
     */
    private Policy openRouter() {
        if (!config.has("block")) {
            return off();
        }
        int block = config.path("block").intValue();
        int denials = config.path("stop").intValue() - block;
        Repetition rules =
                new Repetition(new Identical(block - 1, Span.WINDOW, 256, true, 0), Cycle.off(), 0, block - 1, 0, true);
        Policy policy = policy(rules, ceilings(NONE), new Action.DenyThenStop(denials));
        for (JsonNode tool : config.path("exempt")) {
            policy = counting(policy, tool.textValue(), SameCall.off());
        }
        return policy;
    }

    /**
     * So many identical calls with one result run, and half as often two calls in turn; its breaker for calls that bring
     * nothing new is the idle limit, and where something new stands between them it is as critical in the breaker's window
     * as identical calls are; an unknown tool is a failure of the same kind, whatever the arguments.
     */
    private Policy openClaw() {
        if (!config.path("enabled").asBoolean()) {
            return off();
        }
        int critical = config.path("critical").intValue();
        Repetition rules = new Repetition(
                new Identical(critical, Span.WINDOW, window("window"), true, 0),
                new Cycle(2, critical / 2, true),
                config.path("unknown_tool").intValue(),
                0,
                OptionalInt.empty(),
                config.path("global").intValue(),
                Optional.of(new Churn(critical, window("window"))),
                true);
        return policy(rules, ceilings(NONE), DENY);
    }

    /** The n-th identical call is asked about, which nobody answers. */
    private Policy openCode() {
        return policy(rules(config.path("threshold").intValue() - 1, 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
    }

    /**
     * The second identical call is refused; that is no setting. A tool that brings something else each time, as one that
     * hands out numbers, is declared to be one: its author has no other way to say that the same call is a new one.
     */
    private Policy crew() {
        Policy policy = policy(rules(1, 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
        for (String tool : handingOut()) {
            policy = counting(policy, tool, SameCall.off());
        }
        return policy;
    }

    /** Tools of which the same call, made again, never brought the same. */
    private Set<String> handingOut() {
        Map<String, Boolean> changing = new HashMap<>();
        Set<String> made = new HashSet<>();
        for (JsonNode call : calls) {
            String tool = call.path("tool").textValue();
            if (!made.add(tool + call.path("args"))) {
                changing.merge(tool, call.path("result_changes").booleanValue(), Boolean::logicalAnd);
            }
        }
        changing.values().removeIf(always -> !always);
        return changing.keySet();
    }

    /** The n-th identical call with one result ends the run; its ceiling whatever the results is one on calls here. */
    private Policy cline() {
        return policy(
                rules(config.path("hard").intValue() - 1, 256, Cycle.off(), 0, true),
                ceilings(config.path("absolute").intValue() - 1),
                STOP);
    }

    /** The n-th identical call among the last so many is refused. */
    private Policy deerFlow() {
        return policy(
                rules(config.path("hard").intValue() - 1, window("window"), Cycle.off(), 0, true),
                ceilings(NONE),
                STOP);
    }

    /** The n-th identical call ends the turn; its hard cap is a ceiling on calls, its soft one only a hint. */
    private Policy qwen() {
        int consecutive = config.path("consecutive").asInt(1);
        return policy(
                rules(consecutive - 1, 256, Cycle.off(), 0, true),
                ceilings(config.path("hard_cap").asInt(NONE)),
                STOP);
    }

    /** The n-th identical batch ends the run. */
    private Policy docker() {
        return policy(
                rules(config.path("max_consecutive").intValue() - 1, 256, Cycle.off(), 0, true), ceilings(NONE), STOP);
    }

    private static Policy off() {
        return policy(rules(0, 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
    }

    private int window(String field) {
        return config.path(field).asInt(256);
    }

    private static Repetition rules(int allowed, int window, Cycle cycle, int idle, boolean personClears) {
        return new Repetition(new Identical(allowed, Span.WINDOW, window, true, 0), cycle, 0, 0, idle, personClears);
    }

    private static Ceilings ceilings(int calls) {
        return new Ceilings(NONE, calls, calls, Ceilings.LONGEST_MS, NONE, NONE, Ceilings.MOST_PARALLEL, Ceilings.MOST);
    }

    private static Policy policy(Repetition repetition, Ceilings ceilings, Action action) {
        Policy ours = Presets.balanced();
        return new Policy(
                "peer",
                ceilings,
                ours.chains(),
                repetition,
                action,
                Map.of(),
                false,
                false,
                ours.horizons(),
                ApprovalRule.NONE,
                Map.of(),
                ours.fallback().map(contract -> trying(contract, NONE)));
    }

    private static ToolContract trying(ToolContract contract, int retries) {
        ToolContract patient = new ToolContract(
                contract.timeoutMs(),
                contract.maxTimeoutMs(),
                contract.skewMs(),
                contract.settleDelayMs(),
                contract.retryHorizonMs(),
                retries,
                contract.requiresData(),
                contract.queryable(),
                contract.maxQueries(),
                contract.queryBackoffMs(),
                contract.maxJoiners(),
                contract.progress());
        return patient.with(contract.poll().orElseThrow());
    }
}
