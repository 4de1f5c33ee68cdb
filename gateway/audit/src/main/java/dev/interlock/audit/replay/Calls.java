package dev.interlock.audit.replay;

import dev.interlock.audit.source.Raw;
import dev.interlock.core.fact.Call;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.RunFacts;
import dev.interlock.policy.contract.Terms;
import dev.interlock.schemas.JournalInput;
import dev.interlock.schemas.Position;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.CallIdentity;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.ProposalReader;
import dev.interlock.server.wire.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What another policy says of recorded calls and results outside the core. */
final class Calls {
    /** Ends the identity rule of a fingerprint that was made without a secret. */
    private static final String WITHOUT_SECRET = ":-";

    private static final ProposalReader READER = new ProposalReader(new CallIdentity(Optional.empty()));

    private final PolicyDocument other;
    private final Contracts contracts;
    private final Map<Position, Raw> proposals;

    Calls(PolicyDocument other, Map<Position, Raw> proposals) {
        this.other = other;
        this.contracts = other.contracts();
        this.proposals = Map.copyOf(proposals);
    }

    /** Whether two policies say the same outside the core. */
    static boolean saysTheSame(PolicyDocument one, PolicyDocument two) {
        return one.tools().equals(two.tools())
                && one.fallback().equals(two.fallback())
                && one.rules().equals(two.rules());
    }

    static Position position(Recorded recorded) {
        JournalInput input = recorded.entry().input();
        return new Position(input.topic(), input.partition(), input.offset());
    }

    /** What is decided on under the other policy. */
    sealed interface Told {
        /** This. */
        record Input(RunInput input) implements Told {}

        /** Nobody can tell. */
        record Unknown(String why) implements Told {}
    }

    /**
     * What the core would be told under the other policy.
     *
     * @param recorded the entry
     * @param input what it was told
     * @param began the policy it was told under
     * @param run the run before, under the other policy
     */
    Told told(Recorded recorded, RunInput input, PolicyDocument began, Optional<RunState> run) {
        return switch (input) {
            case RunInput.Proposed proposed -> proposed(recorded, proposed, began, run);
            case RunInput.Reported reported -> result(input, began, run, reported.dispatchId());
            case RunInput.Answered answered ->
                answered.answer().result().isEmpty()
                        ? new Told.Input(input)
                        : result(input, began, run, answered.answer().requestId());
            default -> new Told.Input(input);
        };
    }

    /** Values are not in the journal: where the policies say different things of them, nobody can tell. */
    private Told result(RunInput input, PolicyDocument began, Optional<RunState> run, String openId) {
        Optional<String> tool = run.map(state -> state.open().get(openId))
                .map(call -> call.call().tool());
        boolean same = tool.isEmpty() || ofResults(began.terms(tool.get())).equals(ofResults(other.terms(tool.get())));
        return same
                ? new Told.Input(input)
                : new Told.Unknown("it says something else of what " + tool.get() + " answers");
    }

    private static List<Object> ofResults(Terms terms) {
        return List.of(
                terms.resultSchema(),
                terms.requiredData(),
                terms.failure(),
                terms.ignoredOfResults(),
                terms.pending(),
                terms.records());
    }

    private Told proposed(Recorded recorded, RunInput.Proposed proposed, PolicyDocument began, Optional<RunState> run) {
        Optional<String> tool = proposed.proposal().call().map(Call::tool);
        boolean same = tool.isEmpty()
                || (began.rules().equals(other.rules())
                        && began.terms(tool.get()).equals(other.terms(tool.get())));
        if (same) {
            return new Told.Input(proposed);
        }
        Raw raw = proposals.get(position(recorded));
        if (raw == null) {
            return new Told.Unknown("its rules need the proposal, which is not on its topic any more");
        }
        Arrival arrival =
                new Arrival(raw.at(), Optional.empty(), raw.key(), raw.value(), Optional.empty(), raw.timestampMs(), 0);
        return READER.read(arrival) instanceof Reading.Read<ProposalMessage> read
                ? told(read.message(), proposed, run, recorded.entry().atMs())
                : new Told.Unknown("the proposal cannot be read any more");
    }

    private Told told(ProposalMessage message, RunInput.Proposed proposed, Optional<RunState> run, long atMs) {
        if (message.call().isEmpty()) {
            return new Told.Input(proposed);
        }
        RunFacts history = run.map(state -> RunFacts.of(state, atMs))
                .orElseGet(() -> RunFacts.begin(
                        message.record().runId(), contracts.document().policy().ceilings()));
        CallFacts facts = contracts.call(message.call().get(), history);
        RunInput anew = message.facts().of(proposed.prior(), Optional.empty(), Optional.of(facts));
        Call before = proposed.proposal().call().orElseThrow();
        if (before.identityRule().endsWith(WITHOUT_SECRET)) {
            return new Told.Input(anew);
        }
        boolean identified = before.identityRule().startsWith(facts.identity().hash() + ":");
        return identified && anew instanceof RunInput.Proposed told
                ? new Told.Input(new RunInput.Proposed(with(told.proposal(), proposed.proposal()), told.prior()))
                : new Told.Unknown("it tells calls apart otherwise, and the secret of their fingerprints is not here");
    }

    /** What another policy says of a proposal, told apart from others as it was. */
    private static Proposal with(Proposal proposal, Proposal recorded) {
        return new Proposal(
                proposal.proposalId(),
                recorded.contentDigest(),
                proposal.agentId(),
                proposal.turn(),
                proposal.userTurn(),
                proposal.handoffFrom(),
                proposal.causedBy(),
                proposal.ownerEpoch(),
                proposal.issuedAtMs(),
                recorded.call(),
                proposal.fault());
    }
}
