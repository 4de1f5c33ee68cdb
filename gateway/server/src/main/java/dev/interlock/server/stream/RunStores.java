package dev.interlock.server.stream;

import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.OperationResult;
import dev.interlock.server.meter.RunCensus;
import dev.interlock.server.wire.KeptResult;
import dev.interlock.server.wire.Payload;
import dev.interlock.server.wire.RunKeepings;
import dev.interlock.server.wire.RunPeek;
import dev.interlock.server.wire.Snapshot;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import dev.interlock.server.wire.StoredAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Everything a run-stage task keeps. */
final class RunStores {
    private static final byte OF_PROPOSAL = 0;
    private static final byte OF_RUN = 1;
    private static final byte OF_OPERATION = 2;

    private final KeyValueStore<Bytes, byte[]> runs;
    private final KeyValueStore<Bytes, byte[]> answers;
    private final KeyValueStore<Bytes, byte[]> payloads;
    private final KeptPolicies policies;
    private final KeyValueStore<Bytes, byte[]> task;
    private final DeadlineIndex deadlines;
    private final RunCensus census;

    RunStores(ProcessorContext<byte[], byte[]> context, RunCensus census) {
        this.census = census;
        this.runs = context.getStateStore(Names.RUNS);
        this.answers = context.getStateStore(Names.ANSWERS);
        this.payloads = context.getStateStore(Names.PAYLOADS);
        this.task = context.getStateStore(Names.RUN_TASK);
        this.policies = new KeptPolicies(context.getStateStore(Names.POLICIES), task);
        this.deadlines = new DeadlineIndex(context.getStateStore(Names.RUN_DEADLINES));
    }

    Optional<Stored<RunState>> run(String runId) {
        return Optional.ofNullable(runs.get(Stores.key(runId))).map(StateCodec.RUN::read);
    }

    void putRun(String runId, byte[] stored) {
        runs.put(Stores.key(runId), stored);
    }

    void deleteRun(String runId) {
        runs.delete(Stores.key(runId));
    }

    /** What the gauges tell of its runs. */
    RunCensus census() {
        return census;
    }

    /** Counts the runs that are there when the task begins. */
    void count(StageTask counting) {
        new Recount(counting, runs, new Recount.Visit(this::count, census::countedTo, census::complete)).start();
    }

    private void count(String runId, byte[] stored) {
        if (!RunPeek.hasEnded(stored)) {
            census.count(StateCodec.RUN.read(stored).state());
        }
    }

    /** The next runs behind a run id that a step is to handle. */
    Stretch<Stored<RunState>> runsBehind(String cursor, BiPredicate<String, Stored<RunState>> wanted) {
        return Stretch.behind(runs, cursor, StateCodec.RUN::read, wanted);
    }

    /** Where the chains of the next runs behind a run id stand. */
    Stretch<Snapshot> snapshotsBehind(String cursor) {
        return Stretch.behind(
                runs, cursor, stored -> Snapshot.ofRun(StateCodec.RUN.read(stored)), (id, snapshot) -> snapshot.fits());
    }

    Optional<StoredAnswer> answer(String runId, String proposalId) {
        return Optional.ofNullable(answers.get(OwnedKey.of(OF_PROPOSAL, runId, proposalId)))
                .map(StoredAnswer::read);
    }

    void putAnswer(String runId, String proposalId, StoredAnswer answer) {
        answers.put(OwnedKey.of(OF_PROPOSAL, runId, proposalId), answer.bytes());
    }

    Optional<StoredAnswer> terminal(String runId) {
        return Optional.ofNullable(answers.get(OwnedKey.of(OF_RUN, runId, ""))).map(StoredAnswer::read);
    }

    void putTerminal(String runId, StoredAnswer answer) {
        answers.put(OwnedKey.of(OF_RUN, runId, ""), answer.bytes());
    }

    /** What of a proposal travels on, as long as anything of it may run; empty in a run that only waits for what an ended one asked. */
    Optional<Payload> findPayload(String runId, String proposalId) {
        return Optional.ofNullable(payloads.get(OwnedKey.of(OF_PROPOSAL, runId, proposalId)))
                .map(Payload::read);
    }

    /**
     * What of a proposal travels on.
     *
     * @throws IllegalStateException when it was dropped: nothing of that proposal may run any more
     */
    Payload payload(String runId, String proposalId) {
        return findPayload(runId, proposalId)
                .orElseThrow(
                        () -> new IllegalStateException("No payload of proposal " + proposalId + " of run " + runId));
    }

    void putPayload(String runId, String proposalId, Payload payload) {
        payloads.put(OwnedKey.of(OF_PROPOSAL, runId, proposalId), payload.bytes());
    }

    void dropPayload(String runId, String proposalId) {
        payloads.delete(OwnedKey.of(OF_PROPOSAL, runId, proposalId));
    }

    /** Keeps the receipt of one of a run's operations, if it is small enough to be shown in outcomes. */
    void putReceipt(String runId, String operationId, Json receipt) {
        if (receipt.size() <= Limits.LISTED_RECEIPT_BYTES) {
            payloads.put(
                    OwnedKey.of(OF_OPERATION, runId, operationId),
                    receipt.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private Optional<Json> receipt(String runId, String operationId) {
        return Optional.ofNullable(payloads.get(OwnedKey.of(OF_OPERATION, runId, operationId)))
                .map(Json::parse);
    }

    /** What is kept of a run to be shown in its outcomes. */
    RunKeepings keepings(String runId) {
        return new RunKeepings(lastGood(runId), operationId -> receipt(runId, operationId));
    }

    private Optional<OperationResult> lastGood(String runId) {
        return Optional.ofNullable(payloads.get(OwnedKey.of(OF_RUN, runId, ""))).map(KeptResult::read);
    }

    void putLastGood(String runId, OperationResult result) {
        payloads.put(OwnedKey.of(OF_RUN, runId, ""), KeptResult.bytes(result));
    }

    /**
     * A policy a run of this task is held to.
     *
     * @throws IllegalStateException when none of this hash was kept
     */
    PolicyDocument policy(String hash) {
        return policies.ruling(hash).document();
    }

    KeptPolicies policies() {
        return policies;
    }

    DeadlineIndex deadlines() {
        return deadlines;
    }

    KeyValueStore<Bytes, byte[]> task() {
        return task;
    }

    /** Removes all that belongs to a run but its state, which the decision itself removes. */
    void forget(String runId) {
        deleteOwned(answers, runId);
        deleteOwned(payloads, runId);
        deadlines.forget(runId);
    }

    private static void deleteOwned(KeyValueStore<Bytes, byte[]> store, String runId) {
        for (byte tag : List.of(OF_PROPOSAL, OF_RUN, OF_OPERATION)) {
            List<Bytes> keys = new ArrayList<>();
            try (KeyValueIterator<Bytes, byte[]> entries =
                    store.prefixScan(OwnedKey.of(tag, runId, ""), Serdes.Bytes().serializer())) {
                entries.forEachRemaining(entry -> keys.add(entry.key));
            }
            keys.forEach(store::delete);
        }
    }
}
