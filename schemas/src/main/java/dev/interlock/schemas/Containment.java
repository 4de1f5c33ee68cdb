package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * One record of a containment report. The report is complete when the counts of all tasks are in; what runtimes
 * answer comes after it and is no part of the proof.
 *
 * @param stopId the control id of the stop
 * @param part which part of the report this is: the header, one operation or call, the count of a task, or what
 *     became of asking the runtime of an agent to stop a run
 * @param scope what was stopped. In the header and where a runtime is asked; may be null
 * @param task the deciding task that wrote this part, such as run-3; may be null
 * @param state how the operation stood at the stop; may be null
 * @param operationId the operation, for a write; may be null
 * @param dispatchId the dispatch, for a read or model call; may be null
 * @param count in a count: how many operations the task lists. In the header: how many tasks will count; may be
 *     null
 * @param runId the run that the runtime is asked to stop; may be null
 * @param agentId the agent that began that run; may be null
 * @param runtime what became of asking it; may be null
 */
@RecordBuilder
public record Containment(
        String stopId,
        String part,
        Scope scope,
        String task,
        String state,
        String operationId,
        String dispatchId,
        Long count,
        String runId,
        String agentId,
        RuntimeAnswer runtime) {}
