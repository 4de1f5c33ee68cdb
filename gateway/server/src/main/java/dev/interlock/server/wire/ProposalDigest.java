package dev.interlock.server.wire;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.Proposal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The digest of what a proposal proposes. When it was issued, by which process and under which trace are circumstances
 * of sending: a resend by the next owner of a run is still a resend.
 */
final class ProposalDigest {
    private ProposalDigest() {}

    static String of(Proposal proposal, CallIdentity identity) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("type", proposal.type());
        content.put("agent_id", proposal.agentId());
        content.put("turn", proposal.turn());
        content.put("turn_size", proposal.turnSize());
        content.put("user_turn", proposal.userTurn());
        content.put("cause", proposal.cause());
        content.put("tool", proposal.tool());
        content.put("kind", proposal.kind());
        content.put("args", proposal.args() == null ? null : proposal.args().canonical());
        content.put("operation_id", proposal.operationId());
        content.put("estimated_cost_micros", proposal.estimatedCostMicros());
        content.put("handoff_from", proposal.handoffFrom());
        content.put(
                "caused_by",
                proposal.causedBy() == null ? null : proposal.causedBy().operationId());
        content.put("thread_id", proposal.threadId());
        content.put("account_id", proposal.accountId());
        return identity.content(Json.of(content));
    }
}
