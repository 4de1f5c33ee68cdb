package dev.interlock.server.wire;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Finish;
import dev.interlock.core.run.RunInput;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Decoded;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Peek;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads proposals. A proposal that can be read but asks for an impossible call carries a fault, for the policy to judge. */
public final class ProposalReader {
    private static final RecordCodec<Proposal> CODEC = RecordCodec.of(Proposal.class);
    private static final Json NO_ARGS = Json.of(Map.of());
    private static final String FINISH = "finish";

    private final CallIdentity identity;

    /** A reader that makes fingerprints by one identity rule. */
    public ProposalReader(CallIdentity identity) {
        this.identity = identity;
    }

    /** How it tells calls apart. */
    public CallIdentity identity() {
        return identity;
    }

    /** Reads a proposal. */
    public Reading<ProposalMessage> read(Arrival arrival) {
        try {
            Decoded<Proposal> decoded = CODEC.decode(arrival.value());
            Reading<ProposalMessage> mismatch =
                    Keyed.mismatch(arrival, "run_id", decoded.record().runId());
            return mismatch == null ? new Reading.Read<>(message(decoded)) : mismatch;
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    /** What the core is told of a proposal that could not be read, for the run its key names. */
    public RunInput unreadable(Arrival arrival, Reading.Refused<?> refused) {
        Peek seen = arrival.value() == null ? Peek.NOTHING : CODEC.peek(arrival.value());
        Fault fault = new Fault(
                Reason.INVALID_CALL,
                refused.error().field(),
                refused.error().rule(),
                Shown.hidden(refused.error().value()));
        return new RunInput.Unreadable(Optional.ofNullable(seen.proposalId()), fault);
    }

    private ProposalMessage message(Decoded<Proposal> decoded) {
        Proposal proposal = decoded.record();
        String digest = ProposalDigest.of(proposal, identity);
        Optional<Fault> fault = CallFaults.find(proposal);
        if (fault.isEmpty() && FINISH.equals(proposal.type())) {
            return new ProposalMessage(
                    proposal,
                    decoded.format(),
                    digest,
                    Optional.empty(),
                    (prior, alike, told) ->
                            new RunInput.Finished(finish(proposal, comparable(digest, proposal, prior)), prior));
        }
        Optional<ProposedCall> call = fault.isPresent() ? Optional.empty() : Optional.of(proposed(proposal));
        return new ProposalMessage(
                proposal,
                decoded.format(),
                digest,
                call,
                (prior, alike, told) -> new RunInput.Proposed(
                        wish(
                                proposal,
                                comparable(digest, proposal, prior),
                                call.map(one -> call(
                                        one,
                                        told.orElseThrow(),
                                        RunKey.of(identity, alike),
                                        optional(proposal.estimatedCostMicros()))),
                                fault.or(() -> told.flatMap(CallFacts::fault))),
                        prior));
    }

    /** The digest by the key that what was proposed before under its id was told apart by: nearly always the same one. */
    private String comparable(String digest, Proposal proposal, Optional<RunInput.Prior> prior) {
        CallIdentity as = prior.map(before -> identity.of(CallIdentity.keyOfContent(before.contentDigest())))
                .orElse(identity);
        return as.key().equals(identity.key()) ? digest : ProposalDigest.of(proposal, as);
    }

    private static Finish finish(Proposal proposal, String digest) {
        Finish.Cause cause = Symbols.find(Finish.Cause.class, proposal.cause()).orElse(Finish.Cause.AGENT);
        return new Finish(
                proposal.proposalId(),
                digest,
                proposal.agentId(),
                cause,
                optional(proposal.ownerEpoch()),
                proposal.issuedAtMs());
    }

    private dev.interlock.core.run.Proposal wish(
            Proposal proposal, String digest, Optional<Call> call, Optional<Fault> fault) {
        return new dev.interlock.core.run.Proposal(
                proposal.proposalId(),
                digest,
                proposal.agentId(),
                proposal.turn(),
                optional(proposal.userTurn()),
                Optional.ofNullable(proposal.handoffFrom()),
                Optional.ofNullable(proposal.causedBy()).map(CausedBy::operationId),
                optional(proposal.ownerEpoch()),
                proposal.issuedAtMs(),
                call,
                fault);
    }

    private static ProposedCall proposed(Proposal proposal) {
        return new ProposedCall(
                proposal.tool(),
                Symbols.find(Kind.class, proposal.kind()).orElseThrow(),
                args(proposal),
                Optional.ofNullable(proposal.operationId()).filter(id -> !id.isEmpty()),
                proposal.agentId(),
                proposal.turn());
    }

    private static Call call(ProposedCall call, CallFacts told, CallIdentity identity, OptionalLong estimatedMicros) {
        return new Call(
                call.tool(),
                call.kind(),
                identity.fingerprint(call.tool(), call.args(), told.identity()),
                identity.rule(told.identity()),
                told.operationId(),
                identity.digest(
                        call.tool(), call.kind().code(), told.operationId().orElse(null), call.args()),
                told.page().map(identity::page),
                estimatedMicros);
    }

    /** The arguments; absent ones are none. */
    static Json args(Proposal proposal) {
        return proposal.args() == null ? NO_ARGS : proposal.args();
    }

    /** Whether arguments are larger than {@link Limits#ARGS_BYTES}. */
    static boolean tooLarge(Json args) {
        return args.size() > Limits.ARGS_BYTES;
    }

    private static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
