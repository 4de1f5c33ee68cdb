package dev.interlock.schemas;

/**
 * What a resumed run starts from. Applied once, before anything else of the new run.
 *
 * @param endedRunId the run that was resumed
 * @param controlId the control record that resumed it
 * @param change the change that makes the new run different
 * @param state counters, ceilings, progress, policy and known operations of the ended run, and what the new one shows of
 *     it in its outcomes
 */
public record CarryOver(String endedRunId, String controlId, String change, Json state) {}
