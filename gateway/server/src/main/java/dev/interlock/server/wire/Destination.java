package dev.interlock.server.wire;

/** A topic of the gateway, by what it is for. */
public enum Destination {
    PROPOSALS,
    DISPATCHES,
    RESULTS,
    OPERATION_DISPATCHES,
    OPERATION_RESULTS,
    OUTCOMES,
    CONTROL,
    LEDGER,
    JOURNAL,
    DEAD_LETTERS,
    STAGE_REQUESTS,
    STAGE_ANSWERS,
    STAGE_RUN_CONTROL,
    STAGE_OPERATION_CONTROL
}
