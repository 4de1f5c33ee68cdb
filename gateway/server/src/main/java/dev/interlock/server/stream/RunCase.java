package dev.interlock.server.stream;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.ChainHead;
import dev.interlock.server.wire.AnswerMessage;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Beginning;
import dev.interlock.server.wire.Carried;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.Told;
import java.util.Optional;

/**
 * One input for one run.
 *
 * @param arrival the record it came in
 * @param runId the run
 * @param kind what kind of input it is, as the journal names it
 * @param input what the core decides on
 * @param extras what it brought beside that
 */
record RunCase(Arrival arrival, String runId, String kind, RunInput input, Extras extras) {
    RunCase with(Extras other) {
        return new RunCase(arrival, runId, kind, input, other);
    }

    /** The stop it is, when it is one. */
    Optional<Stop> stop() {
        return input instanceof RunInput.Stopped stopped ? Optional.of(stopped.stop()) : Optional.empty();
    }

    /** The root of the chain it tells its run to be of, or to begin in, when it tells one. */
    Optional<String> chain() {
        return switch (input) {
            case RunInput.Admitted admitted ->
                admitted.membership().activation().map(Activation::root);
            case RunInput.CarriedOver carried ->
                carried.carryOver().initial().chain().root();
            default -> Optional.empty();
        };
    }

    /**
     * What an input may bring beside its facts.
     *
     * @param proposal the proposal, when it is one
     * @param carried the result's value and texts, when it brings a result
     * @param beginning what a resumed run begins with beside its state, when it begins
     * @param linked where the sender's chain stood, when it comes from the other stage or an ended run
     * @param told what the policy of its run says of it outside the core, where that is anything
     */
    record Extras(
            Optional<ProposalMessage> proposal,
            Optional<Carried> carried,
            Optional<Beginning> beginning,
            Optional<ChainHead> linked,
            Optional<Told> told) {
        static final Extras NONE =
                new Extras(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        static Extras of(ProposalMessage proposal) {
            return new Extras(
                    Optional.of(proposal), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }

        static Extras of(Carried carried) {
            return new Extras(
                    Optional.empty(), Optional.of(carried), Optional.empty(), Optional.empty(), Optional.empty());
        }

        static Extras of(AnswerMessage told) {
            return new Extras(
                    Optional.empty(), told.carried(), told.beginning(), Optional.of(told.head()), Optional.empty());
        }

        Extras saying(Optional<Told> said) {
            return new Extras(proposal, carried, beginning, linked, said);
        }

        Extras carrying(Optional<Carried> other) {
            return new Extras(proposal, other, beginning, linked, told);
        }
    }
}
