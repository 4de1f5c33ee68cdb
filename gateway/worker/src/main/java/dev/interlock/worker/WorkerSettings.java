package dev.interlock.worker;

import java.util.Map;

/**
 * Everything a worker is made of.
 *
 * @param connection where the topics are
 * @param group the consumer group
 * @param id how results name the worker
 * @param tools by the name dispatches give them
 * @param redaction what is done to error texts
 * @param limits its bounds
 * @param time its clocks
 */
record WorkerSettings(
        Connection connection,
        String group,
        String id,
        Map<String, Tool> tools,
        Redaction redaction,
        WorkerLimits limits,
        TimeSource time) {
    WorkerSettings {
        tools = Map.copyOf(tools);
    }
}
