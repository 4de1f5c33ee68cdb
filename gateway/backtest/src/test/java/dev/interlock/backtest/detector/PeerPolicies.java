package dev.interlock.backtest.detector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Cycle;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.Repetition.Span;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import java.util.Map;

/**
 * The policy of this gateway that comes nearest to a peer's thresholds.
 *
 * <p>The numbers are the peer's; what they are compared with is ours. Results count beside arguments, also where the peer
 * looks at arguments alone, and other calls between do not clear what was counted. A threshold at which the n-th call is
 * refused allows n - 1; one that ends the run after the n-th allows n. What the peer does not have is off.
 */
final class PeerPolicies {
    private static final int NONE = 10_000;
    private static final Action DENY = new Action.Deny();
    private static final Action STOP = new Action.Stop();

    private final JsonNode config;

    private PeerPolicies(JsonNode config) {
        this.config = config;
    }

    static Policy of(Scenario scenario) {
        PeerPolicies policies = new PeerPolicies(scenario.config());
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

    /** The n-th same action with the same observation ends the run; a person clears that unless nobody is there. */
    private Policy openHandsV0() {
        boolean clears = !config.path("headless").asBoolean();
        return policy(
                rules(config.path("repeat_same_result").intValue(), 256, alternating(), 0, clears),
                ceilings(NONE),
                STOP);
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

    /** The n-th repetition of a block of one to five calls is refused before it is complete; a second time ends the run. */
    private Policy gemini() {
        if (!config.has("threshold") || config.has("disabled")) {
            return off();
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

    /** Refused from one threshold on, ended at the other; what it only observes is not seen here. Off by default. */
    private Policy openRouter() {
        if (!config.has("block")) {
            return off();
        }
        int block = config.path("block").intValue();
        int denials = config.path("stop").intValue() - block;
        return policy(rules(block - 1, 256, Cycle.off(), 0, true), ceilings(NONE), new Action.DenyThenStop(denials));
    }

    /**
     * So many identical calls with one result run, and half as often two calls in turn; its breaker for calls that bring
     * nothing new is the idle limit; an unknown tool is a failure of the same kind, whatever the arguments.
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
                config.path("global").intValue(),
                true);
        return policy(rules, ceilings(NONE), DENY);
    }

    /** The n-th identical call is asked about, which nobody answers. */
    private Policy openCode() {
        return policy(rules(config.path("threshold").intValue() - 1, 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
    }

    /** The second identical call is refused; that is no setting. */
    private Policy crew() {
        return policy(rules(1, 256, Cycle.off(), 0, true), ceilings(NONE), DENY);
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
        return new ToolContract(
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
    }
}
