package dev.interlock.server.wire;

import java.util.Optional;

/**
 * What is kept of a proposal for whoever follows its answer from outside. No decision looks at it.
 *
 * @param appendedAtMs when the broker took it in
 * @param agentId the agent that proposed it
 * @param tool the tool; empty where it proposes no call
 * @param kind the kind of the call; empty where it proposes none
 * @param operationId the operation, as the agent named it
 * @param traceparent where it stands in a trace, as the agent said
 */
public record Asked(
        long appendedAtMs,
        String agentId,
        Optional<String> tool,
        Optional<String> kind,
        Optional<String> operationId,
        Optional<String> traceparent) {

    /** What is kept of a proposal that came with a record. */
    public static Asked of(ProposalMessage proposal, Arrival arrival) {
        var record = proposal.record();
        return new Asked(
                arrival.appendedAtMs(),
                record.agentId(),
                Optional.ofNullable(record.tool()),
                Optional.ofNullable(record.kind()),
                Optional.ofNullable(record.operationId()),
                TraceContext.read(record.traceparent()).map(TraceContext::text));
    }

    /** Its place in a trace. */
    public Optional<TraceContext> trace() {
        return traceparent.flatMap(TraceContext::read);
    }
}
