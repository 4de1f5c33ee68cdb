package dev.interlock.server.wire;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.Proposal;

/**
 * What of a proposal travels on into dispatches and is never looked at when deciding.
 *
 * @param args the arguments
 * @param traceparent W3C trace context; may be null
 * @param threadId the conversation the run belongs to; may be null
 * @param accountId the account the run is charged to; may be null
 */
public record Payload(Json args, String traceparent, String threadId, String accountId) {
    /** The payload of a proposal. */
    public static Payload of(Proposal proposal) {
        return new Payload(
                ProposalReader.args(proposal), proposal.traceparent(), proposal.threadId(), proposal.accountId());
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(new Text(args.toString(), traceparent, threadId, accountId));
    }

    /** Reads the store's value. */
    public static Payload read(byte[] bytes) {
        Text text = CoreJson.read(bytes, Text.class);
        return new Payload(Json.parse(text.args()), text.traceparent(), text.threadId(), text.accountId());
    }

    private record Text(String args, String traceparent, String threadId, String accountId) {}
}
