package dev.interlock.schemas;

/**
 * What became of asking the runtime of an agent to stop a run. What a runtime says proves nothing about any
 * operation.
 *
 * @param state whether it is still to be asked, has taken the request, says that the run is stopped, refused, or
 *     could not be asked
 * @param requestId names the request, the same each time it is sent
 * @param runtime name of the runtime in the configuration of the gateway; may be null
 * @param attempts how often it was asked by the gateway process that wrote this
 * @param status HTTP status of the last answer; may be null
 * @param problem why there is no better answer; may be null
 */
public record RuntimeAnswer(
        String state, String requestId, String runtime, int attempts, Integer status, String problem) {}
