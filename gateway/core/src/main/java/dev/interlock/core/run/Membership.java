package dev.interlock.core.run;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/**
 * What the operation stage said of a run that an operation triggered. It is said once and stays true.
 *
 * @param activation the run's place in the chain; empty where the operation it named is unknown
 * @param refusal why none of its calls may run; empty when it was admitted
 * @param guard what was counted, where that was too much
 */
public record Membership(Optional<Activation> activation, Optional<Reason> refusal, Optional<GuardReading> guard) {

    /** Admitted at this place. */
    public static Membership admitted(Activation place) {
        return new Membership(Optional.of(place), Optional.empty(), Optional.empty());
    }

    /** Not admitted at this place: a limit was counted over. The guard is named after the reason. */
    public static Membership over(Activation place, Reason reason, long limit, long observed) {
        GuardReading reading = new GuardReading(reason.code(), limit, observed);
        return new Membership(Optional.of(place), Optional.of(reason), Optional.of(reading));
    }

    /** The operation it named is not known. */
    public static Membership unknown() {
        return unknown(Optional.empty());
    }

    /** The operation it named is not known; or, where that told its place, the one the chain began with. */
    public static Membership unknown(Optional<Activation> place) {
        return new Membership(place, Optional.of(Reason.INVALID_CALL), Optional.empty());
    }
}
