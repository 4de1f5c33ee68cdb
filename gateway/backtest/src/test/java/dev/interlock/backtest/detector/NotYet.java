package dev.interlock.backtest.detector;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Why the gateway cannot decide as it should on a scenario: what nobody can tell it so far. */
enum NotYet {
    NO_TOOL_CALL("texts and compactions that loop without a tool call never come before the gateway"),
    JUDGE_OF_MEANING("every call and result is new: only a model that reads the conversation sees no sense in it"),
    PENDING_RESULT(
            "a trace does not say which result is that something is not ready yet, so no poll contract can hold"),
    UNDECLARED_NOISE("nobody said which argument is noise, nor that the results are equal"),
    CHURN("a few calls come again and again in no order, and one that is new between them is progress"),
    STATEFUL_TOOL("a second call is refused on one result; no contract says that a tool never answers twice alike");

    private static final Map<String, NotYet> SCENARIOS = Map.ofEntries(
            Map.entry("PS020", NO_TOOL_CALL),
            Map.entry("PS023", NO_TOOL_CALL),
            Map.entry("PS061", NO_TOOL_CALL),
            Map.entry("PS064", JUDGE_OF_MEANING),
            Map.entry("PS067", JUDGE_OF_MEANING),
            Map.entry("PS040", PENDING_RESULT),
            Map.entry("PS152", PENDING_RESULT),
            Map.entry("PS155", UNDECLARED_NOISE),
            Map.entry("PS173", CHURN),
            Map.entry("PS199", STATEFUL_TOOL));

    private final String reason;

    NotYet(String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /** The scenarios it is said of. */
    static Set<String> scenarios() {
        return SCENARIOS.keySet();
    }

    /** The reasons that are given. */
    static Set<NotYet> given() {
        return SCENARIOS.values().stream().collect(Collectors.toSet());
    }
}
