package dev.interlock.audit.witness;

import dev.interlock.schemas.Position;

/** What can be wrong with a recording. */
public enum Fault {
    /** A record of the gateway cannot be read. */
    UNREADABLE("cannot be read"),
    /** An input is not accounted for exactly once. */
    INPUT("an input is not accounted for exactly once"),
    /** A command was not passed on to each partition once, nor refused once. */
    COMMAND("a command is not accounted for exactly once"),
    /** Something was decided, or refused, that is not there. */
    INVENTED("decided, but not there"),
    /** The entries of a chain are not numbered without gaps. */
    CHAIN_SEQ("chain: not the next number"),
    /** An entry does not name the hash of the one before it. */
    CHAIN_HASH("chain: not the hash of the entry before"),
    /** An entry stands under another key than its chain. */
    CHAIN_KEY("chain: not the key of the record"),
    /** Time goes back in a chain. */
    CHAIN_TIME("chain: time goes back"),
    /** A chain stands on two partitions. */
    CHAIN_PARTITION("chain: on two partitions"),
    /** The head of another chain that an entry names is no entry. */
    CHAIN_LINK("chain: the linked head is no entry"),
    /** A signed head stands elsewhere than it says. */
    HEAD_PLACE("signed head: not where it says"),
    /** A signed head is not signed by a key that counts. */
    HEAD_SIGNATURE("signed head: not signed by a known key"),
    /** A signed head is not the next one of its strand. */
    HEAD_NUMBER("signed head: not the next of its strand"),
    /** The entries in front of a signed head are not those that were signed. */
    HEAD_DIGEST("signed head: other entries than those that were signed"),
    /** A strand ends before a head that it had. */
    HEAD_CUT("signed head: later ones were there and are gone"),
    /** Another signed head was noted under its number. */
    HEAD_OTHER("signed head: another one was noted"),
    /** A snapshot is not signed by a key that counts, or stands elsewhere than it says. */
    SNAPSHOT("snapshot: not signed by a known key, or not where it says"),
    /** A snapshot is not of the entry it names, or the entry behind it does not follow on that. */
    SNAPSHOT_LINK("snapshot: the chain does not go on from it"),
    /** There are entries and a public key, and nothing is signed. */
    HEADLESS("signed head: there is none"),
    /** A record of a stage is no effect of an entry. */
    UNWRITTEN("effects: no entry wrote it"),
    /** An effect of an entry is on no topic. */
    MISSING("effects: not on its topic"),
    /** The latest state of an operation on the ledger is not the last that the journal has. */
    LEDGER("ledger: not the last state of the journal"),
    /** An operation is committed by nothing that a worker or an operator found. */
    NO_EVIDENCE("ledger: committed without evidence"),
    /** An approval was used by two calls. */
    HOLD_AGAIN("hold: its approval is used a second time"),
    /** An approval was used by another call than the one that was approved. */
    HOLD_OTHER_CALL("hold: its approval is used by another call"),
    /** A call that was held was dispatched, and nobody approved it. */
    HOLD_UNAPPROVED("hold: used without an approval"),
    /** An operation was dispatched twice in one epoch. */
    EPOCH("dispatch: a second one in the epoch"),
    /** A dispatch stands there twice. */
    DISPATCHED_AGAIN("dispatch: the same again"),
    /** An operation was dispatched with another call than before. */
    OTHER_CALL("dispatch: another call under the id of an operation"),
    /** An operation was dispatched again that may have happened. */
    REPEATED("dispatch: again, though it may have happened"),
    /** A dispatch follows the end of its run. */
    DISPATCHED_AFTER_END("dispatch: after the end of its run"),
    /** A dispatch follows the marker of a stop that reaches it. */
    DISPATCHED_AFTER_STOP("dispatch: behind the marker of a stop"),
    /** A stop or lift that came to a partition has no marker there. */
    UNOBEYED("stop: without a marker where it came"),
    /** A dispatch of a run that named what triggered it, and was not admitted to a chain. */
    UNADMITTED("chain of activations: dispatched without an admission"),
    /** Two runs have one number in a chain of activations. */
    COUNTED_AS_ANOTHER("chain of activations: one number for two runs"),
    /** A run stands elsewhere in a chain than below what triggered it. */
    MISPLACED("chain of activations: not below what triggered it"),
    /** A chain went deeper, or counted more runs, than it may. */
    BEYOND_CHAIN("chain of activations: beyond its limits"),
    /** A run ended twice, or its end was told in two ways. */
    ENDED_AGAIN("end: a second time, or otherwise"),
    /** An outcome was decided under a policy that is not on the ledger. */
    RULELESS("budget: by a policy that is not on the ledger"),
    /** More is used and left than allowed. */
    OVERDRAWN("budget: more is used and left than allowed"),
    /** What is used, reserved and left of a budget is not what is allowed, by an entry of the journal. */
    UNBALANCED("budget: used, reserved and left are not what is allowed"),
    /** Less of a budget is used than an entry before. */
    UNUSED("budget: less is used than before"),
    /** An outcome tells other budgets than the entry that wrote it. */
    TOLD_OTHERWISE("budget: told otherwise than journaled"),
    /** Less than nothing is left of a ceiling that is checked before anything is let through. */
    OVERSPENT("budget: less than nothing is left"),
    /** More calls of a run were dispatched than its ceiling and what was granted allow. */
    TOO_MANY_CALLS("budget: more calls dispatched than allowed"),
    /** A call came to the receiver that nobody permitted. */
    UNPERMITTED("receiver: a call that was not dispatched"),
    /** One dispatch came to the receiver twice. */
    DELIVERED_AGAIN("receiver: one dispatch twice"),
    /** The ledger says that it happened, and it did not. */
    NOT_THERE("receiver: committed, but without effect"),
    /** The ledger says that it did not happen, and it did. */
    THERE("receiver: not committed, but with effect"),
    /** Something is reserved though nothing is open. */
    KEPT("budget: something is reserved though nothing is open"),
    /** A resumed run used less than the run it goes on from. */
    RESET("resume: less is used than in the run it goes on from"),
    /** A run goes on from one that has not ended. */
    RESUMED_OPEN("resume: goes on from a run that has not ended"),
    /** Two runs go on from one. */
    RESUMED_TWICE("resume: two runs go on from one"),
    /** A run has calls whose id only a resume can give, and there was none. */
    UNRESUMED("resume: goes on without having been resumed");

    private final String text;

    Fault(String text) {
        this.text = text;
    }

    /**
     * The complaint that it is there.
     *
     * @param seen the record that shows it
     */
    Complaint at(Seen<?> seen) {
        return at(seen.at(), seen.record());
    }

    /**
     * The same with more about it.
     *
     * @param at where the record stands that shows it; null if there is none
     */
    Complaint at(Position at, Object detail) {
        return new Complaint(this, at, String.valueOf(detail));
    }

    @Override
    public String toString() {
        return text;
    }
}
