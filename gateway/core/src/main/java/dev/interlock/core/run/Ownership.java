package dev.interlock.core.run;

import java.util.OptionalLong;

/** Which process speaks for a run: the one with the highest owner epoch seen. */
record Ownership(RunDraft draft) {

    /** Whether what is said comes from a process that no longer owns the run. A higher epoch takes the run over. */
    boolean isStale(OptionalLong ownerEpoch) {
        if (ownerEpoch.isEmpty()) {
            return false;
        }
        long epoch = ownerEpoch.getAsLong();
        long known = draft.state().ownerEpoch().orElse(Long.MIN_VALUE);
        if (epoch > known) {
            draft.change(new RunChange.Owned(epoch));
        }
        return epoch < known;
    }
}
