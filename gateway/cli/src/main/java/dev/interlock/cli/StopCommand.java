package dev.interlock.cli;

import dev.interlock.schemas.Symbols;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code interlock stop}. */
@Command(
        name = "stop",
        description = {
            "Stops a run, an agent, a tool, a model, a chain, or everything.",
            "",
            "A stop overtakes what is queued. From its entry on, a deciding task lets nothing in its scope through,"
                + " and asks the workers to cancel what is in flight. It undoes nothing, and holds until it is lifted;"
                + " runs that it ended stay ended.",
            "",
            "Returns when the stop is in force everywhere; with 3 if it is not after a while: it is on the topic then"
                    + " and will be obeyed as soon as a gateway reads it."
        })
final class StopCommand implements Callable<Integer> {
    @Mixin
    private ScopeOptions scope;

    @Override
    public Integer call() {
        return scope.command(Symbols.ControlType.STOP, "stopped");
    }
}
