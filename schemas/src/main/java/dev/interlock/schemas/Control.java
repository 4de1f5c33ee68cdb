package dev.interlock.schemas;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * A command of an operator.
 *
 * @param type which command
 * @param controlId names the command. Applied once
 * @param by who commands
 * @param reason why
 * @param issuedAtMs when, by the clock of the operator. Milliseconds since the epoch; may be null
 * @param scope what a stop, lift or alive applies to. Of a policy that is published: agents, by a pattern of their ids in
 *     which * stands for any characters, or all that nothing else names; may be null
 * @param runId the run to approve or reject a hold of, to resume, or to grant to; may be null
 * @param holdId the hold; may be null
 * @param digest digest of the call the human saw; a hold with another digest is not approved; may be null
 * @param operationId the operation to resolve; may be null
 * @param state what the operator found; may be null
 * @param expectVersion version of the operation the operator saw. Refused if it has changed; may be null
 * @param observedAtMs when the operator looked. Counts only after the last possible effect. Milliseconds since
 *     the epoch; may be null
 * @param receipt the proof the operator found; may be null
 * @param value the value to hand to the runs that wait; may be null
 * @param change the change that makes the resumed run different; may be null
 * @param grants ceilings to raise. In a grant
 * @param validForMs how long the sign of life holds. Milliseconds; may be null
 * @param policy the policy to publish, complete in itself; may be null
 */
@RecordBuilder
public record Control(
        String type,
        String controlId,
        String by,
        String reason,
        Long issuedAtMs,
        Scope scope,
        String runId,
        String holdId,
        String digest,
        String operationId,
        String state,
        Long expectVersion,
        Long observedAtMs,
        Json receipt,
        Json value,
        String change,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BudgetGrant> grants,
        Long validForMs,
        Json policy)
        implements WireRecord {
    /** An absent list is an empty one. */
    public Control {
        grants = grants == null ? List.of() : List.copyOf(grants);
    }
}
