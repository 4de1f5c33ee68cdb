package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Amounts of each ceiling, used or left. Left may be negative when an actual cost exceeded its reservation.
 *
 * @param turns model turns
 * @param calls granted calls
 * @param modelCalls granted calls of kind model
 * @param retries retries of any origin: re-proposals, re-dispatches, attempts made by an adapter
 * @param handoffs handoffs between agents
 * @param denials denied proposals
 * @param costMicros cost in millionths of the policy's currency unit
 * @param wallClockMs time on the clock of the run, which stands still while it is held. Milliseconds
 */
@RecordBuilder
public record Counters(
        long turns,
        long calls,
        long modelCalls,
        long retries,
        long handoffs,
        long denials,
        long costMicros,
        long wallClockMs) {}
