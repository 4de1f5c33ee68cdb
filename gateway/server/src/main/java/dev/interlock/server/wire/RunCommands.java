package dev.interlock.server.wire;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Grant;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Resume;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person says about one run, as the core is told. */
public final class RunCommands {
    /** What the name of a ceiling in a grant must be. */
    public static final String CEILING_RULE = "one of "
            + Arrays.stream(Ceiling.values()).map(Ceiling::code).sorted().collect(Collectors.joining(", "));

    /** What the change of a resume must be. */
    public static final String CHANGE_RULE = "one of "
            + Arrays.stream(Resume.Change.values())
                    .map(Resume.Change::code)
                    .sorted()
                    .collect(Collectors.joining(", "));

    private RunCommands() {}

    /** The input for the run the command names; empty when the command is none that concerns a run. */
    public static Optional<RunInput> input(Control control) {
        return switch (control.type()) {
            case ControlType.APPROVE ->
                Optional.of(
                        new RunInput.Approved(control.holdId(), control.digest(), control.controlId(), control.by()));
            case ControlType.REJECT ->
                Optional.of(new RunInput.Rejected(
                        control.holdId(), Optional.ofNullable(control.digest()), control.controlId(), control.by()));
            case ControlType.GRANT -> Optional.of(new RunInput.Granted(grant(control)));
            case ControlType.RESUME -> Optional.of(new RunInput.Resumed(resume(control)));
            default -> Optional.empty();
        };
    }

    /** What is wrong with a command about a run, where something is. */
    static Optional<LetterError> fault(Control control) {
        return switch (control.type()) {
            case ControlType.GRANT -> grantFault(control);
            case ControlType.RESUME -> resumeFault(control);
            default -> Optional.empty();
        };
    }

    private static Optional<LetterError> resumeFault(Control control) {
        if (Resume.Change.named(control.change()).isEmpty()) {
            return Optional.of(new LetterError("change", CHANGE_RULE, control.change()));
        }
        String successor = Lineage.successorOf(control.runId());
        return successor.codePointCount(0, successor.length()) > Limits.ID_LENGTH
                ? Optional.of(new LetterError(
                        "run_id", "leaves room for the number of the next run", Shown.of(control.runId())))
                : Optional.empty();
    }

    private static Optional<LetterError> grantFault(Control control) {
        List<BudgetGrant> grants = control.grants();
        if (grants.isEmpty()) {
            return Optional.of(new LetterError("grants", "required for grant", "none"));
        }
        for (int i = 0; i < grants.size(); i++) {
            String budget = grants.get(i).budget();
            if (Ceiling.named(budget).isEmpty()) {
                return Optional.of(new LetterError("grants[" + i + "].budget", CEILING_RULE, budget));
            }
        }
        return Optional.empty();
    }

    private static Resume resume(Control control) {
        return new Resume(
                control.controlId(),
                control.by(),
                control.reason(),
                Resume.Change.named(control.change()).orElseThrow());
    }

    private static Grant grant(Control control) {
        return new Grant(
                control.controlId(),
                control.by(),
                control.reason(),
                control.grants().stream()
                        .map(grant ->
                                new Grant.Rise(Ceiling.named(grant.budget()).orElseThrow(), grant.amount()))
                        .toList());
    }
}
