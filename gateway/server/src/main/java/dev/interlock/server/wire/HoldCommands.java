package dev.interlock.server.wire;

import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.Optional;

/** What a person says about a held call, as the core is told. */
public final class HoldCommands {
    private HoldCommands() {}

    /** The input for the run the command names; empty when the command is about something else than a hold. */
    public static Optional<RunInput> input(Control control) {
        return switch (control.type()) {
            case ControlType.APPROVE ->
                Optional.of(
                        new RunInput.Approved(control.holdId(), control.digest(), control.controlId(), control.by()));
            case ControlType.REJECT ->
                Optional.of(new RunInput.Rejected(
                        control.holdId(), Optional.ofNullable(control.digest()), control.controlId(), control.by()));
            default -> Optional.empty();
        };
    }
}
