package dev.interlock.core.policy;

/** What a guard does when it fires. */
public sealed interface Action {

    /** Deny this call; the run goes on. */
    record Deny() implements Action {}

    /**
     * Deny this call; when the same guard fires in a run for the time after {@code denials}, end the run.
     *
     * @param denials how many denials come before the stop, at least 1
     */
    record DenyThenStop(int denials) implements Action {
        public DenyThenStop {
            Parts.within("denials", denials, 1, Ceilings.MOST);
        }
    }

    /** Deny this call and end the run. */
    record Stop() implements Action {}

    /** Decide and journal, but let the call through. */
    record Observe() implements Action {}
}
