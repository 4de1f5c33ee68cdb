package dev.interlock.core.run;

/** The clock of a resumed run: it stands where that of the ended run stopped until its agent proposes. */
record RunClock(RunDraft draft) {

    /** Lets it go on, if it stands and no person is waited for; returns whether it stood. */
    boolean goOn() {
        RunState run = draft.state();
        boolean stood = run.judges() && run.phase() != Phase.HELD && run.holds().stands();
        if (stood) {
            draft.change(new RunChange.WentOn());
            draft.effect(new RunEffect.Arm(new Timer.Deadline(), draft.state().deadlineAtMs()));
        }
        return stood;
    }
}
