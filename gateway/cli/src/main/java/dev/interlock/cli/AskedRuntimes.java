package dev.interlock.cli;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.schemas.Symbols.RuntimeState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The runtimes that a stop asks to stop runs: who has not answered yet, and what the others say. */
final class AskedRuntimes {
    private final Set<String> unanswered = new HashSet<>();
    private final Set<String> answered = new HashSet<>();

    /** Takes a part of the report up; returns a line for a person to read, or none. */
    List<String> take(Containment part) {
        RuntimeAnswer answer = part.runtime();
        if (RuntimeState.PENDING.equals(answer.state())) {
            if (!answered.contains(answer.requestId())) {
                unanswered.add(answer.requestId());
            }
            return List.of();
        }
        unanswered.remove(answer.requestId());
        return answered.add(answer.requestId()) ? List.of(line(part)) : List.of();
    }

    /** How many have not answered. */
    int unanswered() {
        return unanswered.size();
    }

    private static String line(Containment part) {
        return "  asked the runtime of agent " + part.agentId() + " to stop run " + part.runId() + ": "
                + words(part.runtime());
    }

    private static String words(RuntimeAnswer answer) {
        String problem = answer.problem() == null ? "" : ", " + answer.problem();
        return switch (answer.state()) {
            case RuntimeState.REQUESTED -> "requested";
            case RuntimeState.CONFIRMED -> "confirmed by the runtime";
            case RuntimeState.REFUSED -> "refused by the runtime" + problem;
            default -> "not reached, asked " + answer.attempts() + " times" + problem;
        };
    }
}
