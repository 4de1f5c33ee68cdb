package dev.interlock.chaos.script;

import dev.interlock.schemas.Counters;
import dev.interlock.schemas.GuardReading;
import dev.interlock.schemas.OperationSummary;
import dev.interlock.schemas.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How a script was answered, and how its run ended.
 *
 * @param prefix what its run and operations start with
 * @param script the script
 * @param heard the answers, in the order of its proposals
 * @param end the terminal outcome
 */
public record Life(String prefix, Script script, List<Outcome> heard, Outcome end) {
    public Life {
        heard = List.copyOf(heard);
    }

    /** All that does not depend on names, clocks and resends: the same in each life of a script. */
    public List<String> essence() {
        return Stream.concat(heard.stream().map(Life::answer), Stream.of(ending()))
                .toList();
    }

    private static String answer(Outcome outcome) {
        return outcome.type() + " " + outcome.status() + " " + outcome.reason() + " " + guard(outcome.guard());
    }

    private String ending() {
        Counters used = end.used();
        Counters left = end.remaining();
        return String.join(
                "; ",
                answer(end),
                "revision " + end.validatedRevision(),
                "used " + counted(used),
                "left " + counted(left),
                "operations " + operations(),
                "in flight " + end.inFlight().size(),
                "next " + end.allowedNextActions(),
                "last good " + (end.lastGood() == null ? "none" : end.lastGood().valueDigest()),
                "blocked "
                        + (end.blockedCall() == null
                                ? "none"
                                : end.blockedCall().fingerprint()));
    }

    private List<String> operations() {
        return end.operations().stream()
                .sorted(Comparator.comparing(OperationSummary::operationId))
                .map(operation -> operation.operationId().substring(prefix.length()) + " " + operation.state() + " in "
                        + operation.epoch())
                .toList();
    }

    private static String guard(GuardReading guard) {
        return guard == null ? "" : guard.name() + " " + guard.limit() + " " + guard.observed();
    }

    private static String counted(Counters c) {
        return Objects.toString(List.of(c.turns(), c.calls(), c.modelCalls(), c.retries(), c.handoffs(), c.denials()));
    }
}
