package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.ScriptedCall;
import dev.interlock.scenarios.World.Sent;
import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Symbols;

/** Writes the proposals of one playing; the same one sent again has the same content. */
final class Proposals {
    private final Names names;
    private final long issuedAtMs = System.currentTimeMillis();

    Proposals(Names names) {
        this.names = names;
    }

    Proposal call(Sent sent) {
        Actor actor = sent.proposal().actor();
        ScriptedCall call = sent.proposal().call();
        return by(actor, sent.proposalId(), sent.turn())
                .type(Symbols.ProposalType.CALL)
                .kind(call.kind().code())
                .tool(call.tool())
                .args(Json.of(call.args(names::operation)))
                .operationId(call.operationId().map(names::operation).orElse(null))
                .causedBy(actor.causedBy()
                        .map(names::operation)
                        .map(CausedBy::new)
                        .orElse(null))
                .handoffFrom(actor.handoffFrom().map(names::agent).orElse(null))
                .build();
    }

    Proposal finish(String proposalId, Actor actor, String cause) {
        return by(actor, proposalId, 1)
                .type(Symbols.ProposalType.FINISH)
                .cause(cause)
                .build();
    }

    private ProposalBuilder by(Actor actor, String proposalId, int turn) {
        return ProposalBuilder.builder()
                .proposalId(proposalId)
                .runId(names.run(actor.run()))
                .agentId(names.agent(actor.agent()))
                .turn(turn)
                .issuedAtMs(issuedAtMs);
    }
}
