package dev.interlock.audit.explain;

import java.util.Set;

/** How a decision looks: by its colour and, for those who do not see that, by its shape. */
enum Look {
    /** It let something through, or took something in. */
    GO("go", "●"),
    /** It denied, refused or found something wrong. */
    NO("no", "✕"),
    /** Something is waited for. */
    WAIT("wait", "◆"),
    /** The run ended. */
    END("end-mark", "■"),
    /** It was only noted. */
    PLAIN("plain", "○");

    private static final Set<String> GOES = Set.of(
            "granted",
            "requested",
            "replay_requested",
            "taken",
            "committed",
            "replayed",
            "raised",
            "carried_over",
            "admitted",
            "resolved",
            "settled");
    private static final Set<String> DOES_NOT = Set.of(
            "denied", "refused", "not_committed", "conflicting", "cancelled", "mismatched", "exhausted", "dead_letter");
    private static final Set<String> WAITS =
            Set.of("paused", "pending", "unknown", "joined", "queried", "extended", "retried", "passed_on");
    private static final Set<String> ENDS = Set.of("ended", "ending");

    private final String style;
    private final String mark;

    Look(String style, String mark) {
        this.style = style;
        this.mark = mark;
    }

    static Look of(Step step) {
        String decision = step.recorded().entry().decision();
        if (GOES.contains(decision)) {
            return GO;
        }
        if (DOES_NOT.contains(decision)) {
            return NO;
        }
        if (WAITS.contains(decision)) {
            return WAIT;
        }
        return ENDS.contains(decision) ? END : PLAIN;
    }

    /** The name of its style. */
    String style() {
        return style;
    }

    String mark() {
        return mark;
    }
}
