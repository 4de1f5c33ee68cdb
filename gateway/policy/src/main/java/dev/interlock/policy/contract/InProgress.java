package dev.interlock.policy.contract;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The CEL function {@code in_progress(value)}: whether a value says in one of the ways that services have for it that work
 * goes on. Known are the states of AWS, Azure, GitHub, Google, Kubernetes, MCP and OpenAI; a word that is the last state of
 * something elsewhere, such as <em>open</em>, <em>accepted</em> or <em>scheduled</em>, is none of them.
 */
final class InProgress {
    /** Its name in expressions. */
    static final String NAME = "in_progress";

    private static final int LONGEST_WORD = 40;

    /** In lower case, without what stands between words. */
    private static final Set<String> WORDS = Set.of(
            "building",
            "cancelling",
            "containercreating",
            "creating",
            "deleting",
            "deploying",
            "enqueued",
            "finalizing",
            "initializing",
            "notready",
            "notstarted",
            "pending",
            "preparing",
            "processing",
            "provisioning",
            "queued",
            "restarting",
            "runnable",
            "running",
            "starting",
            "stopping",
            "updating",
            "validating",
            "waiting",
            "working");

    /** With what is said as {@code CREATE_IN_PROGRESS}, too. */
    private static final String ENDING = "inprogress";

    private static final List<String> STATES = List.of("status", "state", "phase", "Status", "State", "Phase");
    private static final List<String> PARTS = List.of("status", "task", "structuredContent");

    private InProgress() {}

    /**
     * Whether a value says so: a text that is such a word and nothing else; an object with one as its {@code status},
     * {@code state} or {@code phase}, itself or in its {@code status}, {@code task} or {@code structuredContent}; or the
     * object of an operation that has a {@code name} and is not {@code done}.
     *
     * @param value as CEL has it
     */
    static boolean says(Object value) {
        if (!(value instanceof Map<?, ?> object)) {
            return isWord(value);
        }
        return says(object)
                || PARTS.stream()
                        .map(part -> object.get(part))
                        .anyMatch(part -> part instanceof Map<?, ?> inner && says(inner));
    }

    private static boolean says(Map<?, ?> object) {
        boolean notDone = Boolean.FALSE.equals(object.get("done")) && object.get("name") instanceof String;
        return notDone || STATES.stream().anyMatch(field -> isWord(object.get(field)));
    }

    private static boolean isWord(Object value) {
        if (!(value instanceof String text) || text.length() > LONGEST_WORD) {
            return false;
        }
        String word =
                text.strip().replaceAll("[.]{1,3}$", "").replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
        return WORDS.contains(word) || word.endsWith(ENDING);
    }
}
