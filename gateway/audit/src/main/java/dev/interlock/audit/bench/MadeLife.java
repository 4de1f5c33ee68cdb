package dev.interlock.audit.bench;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Value;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.OperationResultBuilder;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Carried;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.Deed;
import dev.interlock.server.wire.JournalWriter;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.OutcomeWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.Payload;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.RunFacts;
import dev.interlock.server.wire.RunFrame;
import dev.interlock.server.wire.RunKeepings;
import dev.interlock.server.wire.StateCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run: it reads some times, and the last result says that all is done. */
final class MadeLife {
    /** How many calls it makes. Each has an entry for its proposal and one for its result. */
    static final int CALLS = 10;

    private static final RecordCodec<dev.interlock.schemas.Proposal> PROPOSALS =
            RecordCodec.of(dev.interlock.schemas.Proposal.class);
    private static final RecordCodec<dev.interlock.schemas.Result> RESULTS =
            RecordCodec.of(dev.interlock.schemas.Result.class);
    private static final RunDispatchWriter DISPATCHES = new RunDispatchWriter(Format.JSON);
    private static final byte[] NOTHING = {};
    private static final long BEGIN_MS = 1_700_000_000_000L;

    private final Topics topics;
    private final PolicyDocument document;
    private final String policyHash;
    private final int partition;
    private final long number;
    private final String runId;
    private final Writer writer;

    private Optional<RunState> run = Optional.empty();
    private ChainPosition chain = ChainPosition.START;

    /** Takes the records of the run. */
    interface Writer {
        /** Whether records of a topic are wanted; what nobody wants need not be made. */
        boolean wants(String topic);

        /** The next record of a topic. */
        void write(String topic, byte[] key, byte[] value, long atMs);
    }

    /**
     * What is the same for all runs.
     *
     * @param topics where their records stand
     * @param document the policy they are held to
     * @param policyHash its hash
     */
    record Setting(Topics topics, PolicyDocument document, String policyHash) {}

    /**
     * A run.
     *
     * @param partition the partition of all topics it is in
     * @param number which of that partition's runs it is, from 0
     */
    MadeLife(Setting setting, int partition, long number, Writer writer) {
        this.topics = setting.topics();
        this.document = setting.document();
        this.policyHash = setting.policyHash();
        this.partition = partition;
        this.number = number;
        this.runId = "made-" + partition + "-" + number;
        this.writer = writer;
    }

    void live() {
        for (int call = 0; call < CALLS; call++) {
            propose(call);
            if (!writer.wants(topics.proposals())) {
                report(call);
            }
        }
    }

    private void propose(int index) {
        long atMs = atMs(index);
        dev.interlock.schemas.Proposal record = ProposalBuilder.builder()
                .proposalId("p" + index)
                .runId(runId)
                .agentId("agent")
                .turn(index + 1)
                .type("call")
                .tool("look")
                .kind("read")
                .args(Json.of(Map.of("page", index)))
                .issuedAtMs(atMs)
                .build();
        if (writer.wants(topics.proposals())) {
            // Nothing that is decided changes what the agent proposes.
            write(topics.proposals(), PROPOSALS.encode(record, Format.JSON), atMs);
            return;
        }
        String fingerprint = "sha256:" + index;
        Proposal proposal = new Proposal(
                record.proposalId(),
                record.proposalId(),
                record.agentId(),
                record.turn(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                atMs,
                Optional.of(new Call("look", Kind.READ, fingerprint, "-", Optional.empty(), fingerprint)),
                Optional.empty());
        Taken taken = new Taken(
                arrival(topics.proposals(), index, atMs),
                "call",
                new RunInput.Proposed(proposal, Optional.empty()),
                Optional.empty(),
                Payload.of(record));
        decide(taken, atMs);
    }

    private void report(int index) {
        long atMs = atMs(index) + 1;
        boolean done = index == CALLS - 1;
        String dispatchId = run.orElseThrow().open().values().iterator().next().dispatchId();
        var evidence = new dev.interlock.schemas.Evidence(index + 1L, done, null, null, List.of());
        var record = ResultBuilder.builder()
                .type("result")
                .dispatchId(dispatchId)
                .runId(runId)
                .workerId("worker")
                .status("ok")
                .effect("none")
                .evidence(evidence)
                .value(Json.of(Map.of("page", index)))
                .build();
        if (writer.wants(topics.results())) {
            write(topics.results(), RESULTS.encode(record, Format.JSON), atMs);
        }
        Result result = new Result(
                ResultStatus.OK,
                Effect.NONE,
                new Evidence(OptionalLong.of(index + 1L), Optional.of(done), Optional.empty(), false),
                new Value("digest-" + index, false),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1,
                false,
                Optional.empty(),
                OptionalLong.empty());
        Carried carried = new Carried(OperationResultBuilder.builder()
                .status("ok")
                .effect("none")
                .evidence(evidence)
                .value(record.value())
                .dispatchId(dispatchId)
                .build());
        Taken taken = new Taken(
                arrival(topics.results(), index, atMs),
                "result",
                new RunInput.Reported(dispatchId, 1, result, atMs),
                Optional.of(carried),
                null);
        decide(taken, atMs);
    }

    /**
     * An input.
     *
     * @param payload of a proposal; null for a result
     */
    private record Taken(Arrival arrival, String kind, RunInput input, Optional<Carried> carried, Payload payload) {}

    private void decide(Taken taken, long atMs) {
        boolean first = run.isEmpty();
        Moment moment = new Moment(runId, document.policy(), policyHash, List.of(), Optional.empty(), atMs);
        RunDecision decision = RunDecider.decide(run, taken.input(), moment);
        run = decision.after();
        RunFrame frame = new RunFrame(runId, document, policyHash, chain, run, taken.carried());
        List<Outgoing> written = new ArrayList<>();
        if (first && number == 0 && needs(topics.ledger())) {
            written.add(LedgerWriter.policy(document, "bench", atMs));
        }
        for (RunEffect effect : decision.effects()) {
            switch (effect) {
                case RunEffect.Execute execute
                when needs(topics.dispatches()) -> written.add(DISPATCHES.execute(execute, frame, taken.payload()));
                case RunEffect.Publish publish
                when needs(topics.outcomes()) ->
                    written.add(OutcomeWriter.outgoing(
                            OutcomeWriter.record(publish.outcome(), frame, RunKeepings.NONE, Optional.empty()),
                            Format.JSON));
                // Timers and what the side stores keep are on no topic; of the others nobody asks.
                default -> {}
            }
        }
        written.forEach(outgoing -> send(outgoing, atMs));
        journal(taken, decision, frame, written, atMs);
    }

    /** The journal has digests of all that was written. */
    private boolean needs(String topic) {
        return writer.wants(topic) || writer.wants(topics.journal());
    }

    private void send(Outgoing outgoing, long atMs) {
        String topic = switch (outgoing.to()) {
            case DISPATCHES -> topics.dispatches();
            case OUTCOMES -> topics.outcomes();
            case LEDGER -> topics.ledger();
            default -> throw new IllegalStateException("A run that reads writes nothing to " + outgoing.to());
        };
        writer.write(topic, outgoing.key(), outgoing.value(), atMs);
    }

    private void journal(Taken taken, RunDecision decision, RunFrame frame, List<Outgoing> written, long atMs) {
        if (!writer.wants(topics.journal())) {
            // Outcomes name the number of their entry.
            chain = new ChainPosition(chain.seq() + 1, chain.hash(), atMs);
            return;
        }
        Deed deed = new Deed(
                taken.arrival(),
                taken.kind(),
                new RunFacts(taken.input(), List.of(), Optional.empty(), Optional.empty()),
                decision.verdict().what().code(),
                decision.verdict().reason(),
                decision.verdict().guard(),
                decision.verdict().judged(),
                decision.moved(),
                written.stream().map(Outgoing::effect).toList(),
                run.map(StateCodec.RUN::state).map(StateCodec::hash).orElse(StateCodec.NO_STATE),
                frame.policyHash(),
                Optional.empty());
        JournalWriter.Written entry = JournalWriter.entry(frame.chain(), chain, deed, atMs);
        writer.write(topics.journal(), entry.outgoing().key(), entry.outgoing().value(), atMs);
        chain = entry.position();
    }

    private void write(String topic, byte[] value, long atMs) {
        writer.write(topic, runId.getBytes(StandardCharsets.UTF_8), value, atMs);
    }

    private Arrival arrival(String topic, int index, long atMs) {
        return new Arrival(
                new Position(topic, partition, number * CALLS + index),
                Optional.empty(),
                runId.getBytes(StandardCharsets.UTF_8),
                NOTHING,
                Optional.empty(),
                atMs,
                atMs);
    }

    private long atMs(int index) {
        return BEGIN_MS + number * CALLS * 2 + index * 2L;
    }
}
