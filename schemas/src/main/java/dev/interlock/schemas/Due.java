package dev.interlock.schemas;

/**
 * A deadline that was reached, put behind the results that were in before it.
 *
 * @param kind which deadline: the timeout of a dispatch, the next query of an operation, the deadline of a run,
 *     the expiry of a hold, a scheduled retry, the end of a stub, the next step of a stop, the end of the flag of a
 *     stopped run
 * @param key the run id, operation id, hold id or stop whose deadline it is
 * @param epoch epoch the deadline was set in; 0 where there is none. A due record of an older epoch is void
 * @param attempt attempt the deadline was set for; 0 where there is none
 * @param dueAtMs the deadline. Milliseconds since the epoch
 */
public record Due(String kind, String key, long epoch, int attempt, long dueAtMs) {}
