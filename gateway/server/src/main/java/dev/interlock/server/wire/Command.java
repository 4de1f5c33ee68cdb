package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Position;

/** A command of an operator, as the stages take it. */
public sealed interface Command {
    /** The control record. */
    Control record();

    /** Names the command. */
    default String controlId() {
        return record().controlId();
    }

    /**
     * A stop or the lifting of one.
     *
     * @param record the control record
     * @param stop its scope as the core knows it
     * @param lifts whether it lifts the scope's stop instead of setting one
     * @param origin where the operator wrote it
     */
    record Flag(Control record, Stop stop, boolean lifts, Position origin) implements Command {}

    /**
     * An operator's sign of life: all is well for a time.
     *
     * @param record the control record; its time of issue is never absent
     */
    record Alive(Control record) implements Command {}

    /**
     * A policy for the new runs of some agents.
     *
     * @param record the control record; its scope says for which
     * @param document the policy
     * @param origin where the operator wrote it
     */
    record Publish(Control record, PolicyDocument document, Position origin) implements Command {}

    /**
     * A command about one run.
     *
     * @param record the control record
     * @param runId the run
     * @param origin where the operator wrote it
     */
    record OfRun(Control record, String runId, Position origin) implements Command {}

    /**
     * A command about one operation.
     *
     * @param record the control record
     * @param operationId the operation
     * @param origin where the operator wrote it
     */
    record OfOperation(Control record, String operationId, Position origin) implements Command {}
}
