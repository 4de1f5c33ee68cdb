package dev.interlock.cli;

import dev.interlock.schemas.Symbols;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code interlock lift}. */
@Command(
        name = "lift",
        description = {
            "Lifts a stop: what is proposed from now on is let through again.",
            "",
            "Runs that the stop ended stay ended. Returns when the lifting is in force everywhere; with 3 if it is not"
                    + " after a while."
        })
final class LiftCommand implements Callable<Integer> {
    @Mixin
    private ScopeOptions scope;

    @Override
    public Integer call() {
        return scope.command(Symbols.ControlType.LIFT, "lifted");
    }
}
