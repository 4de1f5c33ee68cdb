package dev.interlock.core.run;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Stop;
import java.util.Optional;

/** Everything that can happen to a run. */
public sealed interface RunInput {

    /**
     * A call was proposed.
     *
     * @param proposal the call
     * @param prior what the side store knows of this proposal id
     */
    record Proposed(Proposal proposal, Optional<Prior> prior) implements RunInput {}

    /**
     * The agent wants to end.
     *
     * @param finish the wish
     * @param prior what the side store knows of this proposal id
     */
    record Finished(Finish finish, Optional<Prior> prior) implements RunInput {}

    /**
     * A proposal of this run could not be read.
     *
     * @param proposalId its id, where that could be read
     * @param fault what is wrong
     */
    record Unreadable(Optional<String> proposalId, Fault fault) implements RunInput {}

    /**
     * A worker reported on a read or model call.
     *
     * @param dispatchId the dispatch reported on
     * @param attempt the attempt reported on
     * @param result what it reports
     * @param appendedAtMs when the broker took the report in
     */
    record Reported(String dispatchId, int attempt, Result result, long appendedAtMs) implements RunInput {}

    /**
     * A worker says that a read or model call still runs.
     *
     * @param dispatchId the dispatch
     */
    record Running(String dispatchId) implements RunInput {}

    /** The operation stage answered. */
    record Answered(Answer answer) implements RunInput {}

    /**
     * The operation stage says what is with the chain of a run that an operation triggered.
     *
     * @param requestId the admission that was asked for
     * @param membership the answer
     */
    record Admitted(String requestId, Membership membership) implements RunInput {}

    /** A time that was waited for has come. */
    record Due(Timer timer) implements RunInput {}

    /**
     * A person approved a held call.
     *
     * @param holdId the hold
     * @param digest digest of the call that person saw
     * @param controlId the command
     * @param by that person
     * @param fault what a rule says against the call by now: history may have changed since that person was asked
     */
    record Approved(String holdId, String digest, String controlId, String by, Optional<Fault> fault)
            implements RunInput {
        /** Nothing speaks against the call. */
        public Approved(String holdId, String digest, String controlId, String by) {
            this(holdId, digest, controlId, by, Optional.empty());
        }

        /** The same, and this speaks against the call. */
        public Approved against(Optional<Fault> found) {
            return new Approved(holdId, digest, controlId, by, found);
        }
    }

    /**
     * A person rejected a held call.
     *
     * @param holdId the hold
     * @param digest digest of the call that person saw, where the command named it
     * @param controlId the command
     * @param by that person
     */
    record Rejected(String holdId, Optional<String> digest, String controlId, String by) implements RunInput {}

    /** Somebody raised ceilings. */
    record Granted(Grant grant) implements RunInput {}

    /** Somebody resumed this run in a new one. */
    record Resumed(Resume resume) implements RunInput {}

    /** This run begins with what an ended one left. */
    record CarriedOver(CarryOver carryOver) implements RunInput {}

    /** A stop reached this run. */
    record Stopped(Stop stop) implements RunInput {}

    /**
     * What is known of a proposal id that was seen before.
     *
     * @param contentDigest digest of what was proposed under it
     * @param told what it was answered last
     */
    record Prior(String contentDigest, Told told) {}

    /** What a proposal was answered last, as its stored answer says. */
    enum Told {
        /** The answer is still to come. */
        NOTHING,
        /** A person has to act first: true as long as its run can wait for one. */
        PAUSED,
        /** What stays true. */
        FINAL
    }
}
