package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.Operation;
import dev.interlock.policy.contract.Hiding;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerOperationBuilder;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.LedgerPolicyBuilder;
import dev.interlock.schemas.LedgerStop;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes the compacted view that others read. */
public final class LedgerWriter {
    private static final RecordCodec<LedgerOperation> OPERATIONS = RecordCodec.of(LedgerOperation.class);
    private static final RecordCodec<LedgerStop> STOPS = RecordCodec.of(LedgerStop.class);
    private static final RecordCodec<LedgerPolicy> POLICIES = RecordCodec.of(LedgerPolicy.class);
    private static final String KIND = "ledger";

    private LedgerWriter() {}

    /** An operation's latest state. A report of an earlier epoch is not shown under the current one. */
    public static Outgoing operation(Operation operation, KeptReports kept, long atMs) {
        Claim claim = operation.claim();
        Optional<OperationResult> own =
                operation.report().flatMap(report -> kept.own()).map(LedgerWriter::shown);
        LedgerOperation record = LedgerOperationBuilder.builder()
                .operationId(operation.operationId())
                .tool(claim.request().tool())
                .fingerprint(claim.request().fingerprint())
                .identityRule(claim.request().identityRule())
                .state(operation.state().code())
                .conflictingEvidence(operation.conflicting())
                .epoch(claim.epoch())
                .version(operation.version())
                .runId(claim.request().runId())
                .dispatchId(claim.dispatchId())
                .result(own.orElse(null))
                .receipt(receipt(own))
                .conflictingReceipt(receipt(kept.contradicting().map(LedgerWriter::shown)))
                .approvalId(claim.request().approvalId().orElse(null))
                .resolvedBy(operation.resolvedBy().orElse(null))
                .queries(someOrNull(operation.queries().sent()))
                .nextQueryAtMs(nextQueryAtMs(operation))
                .joiners(someOrNull(operation.joiners().size()))
                .activation(Activations.part(operation.triggered()))
                .terminal(operation.settled())
                .updatedAtMs(atMs)
                .build();
        return Outgoing.of(
                Destination.LEDGER,
                Keys.ledgerOperation(operation.operationId()),
                OPERATIONS.encode(record, Format.JSON),
                KIND);
    }

    private static Integer someOrNull(int count) {
        return count == 0 ? null : count;
    }

    private static Long nextQueryAtMs(Operation operation) {
        OptionalLong atMs = operation.queries().nextAtMs();
        return atMs.isPresent() ? atMs.getAsLong() : null;
    }

    private static Json receipt(Optional<OperationResult> report) {
        return report.map(OperationResult::evidence).map(Evidence::receipt).orElse(null);
    }

    /**
     * A result as everybody may see it. What the tool said of its error is for the run that asked: only its contract tells
     * what is sensitive in it.
     */
    private static OperationResult shown(OperationResult result) {
        return OperationResultBuilder.builder(result)
                .value(result.value() == null ? null : Hiding.of(result.value()))
                .evidence(result.evidence() == null ? null : shown(result.evidence()))
                .error(result.error() == null ? null : shown(result.error()))
                .build();
    }

    private static Evidence shown(Evidence evidence) {
        Json receipt = evidence.receipt() == null ? null : Hiding.of(evidence.receipt());
        return new Evidence(evidence.revision(), evidence.done(), receipt, evidence.subject(), evidence.faults());
    }

    private static CallError shown(CallError error) {
        return new CallError(error.errorClass(), error.code(), null, null, null, null);
    }

    /** The removal of an operation that is forgotten. */
    public static Outgoing forgotten(String operationId) {
        return Outgoing.of(Destination.LEDGER, Keys.ledgerOperation(operationId), null, KIND);
    }

    /** The shared flag of a scope. */
    public static Outgoing stop(Command.Flag message, long version, long atMs) {
        Control control = message.record();
        LedgerStop record = new LedgerStop(
                control.scope(),
                message.lifts() ? "lifted" : "stopped",
                version,
                control.controlId(),
                control.by(),
                control.reason(),
                atMs);
        return Outgoing.of(
                Destination.LEDGER, Keys.ledgerStop(control.scope()), STOPS.encode(record, Format.JSON), KIND);
    }

    /** The removal of the flag of a run whose stop is forgotten. */
    public static Outgoing forgottenStop(Stop stop) {
        Scope scope = new Scope(stop.scope().code(), stop.id());
        return Outgoing.of(Destination.LEDGER, Keys.ledgerStop(scope), null, KIND);
    }

    /**
     * The text of a policy that a run is held to, and that nobody published.
     *
     * @param by where it comes from
     */
    public static Outgoing policy(PolicyDocument document, String by, long atMs) {
        return policy(
                Keys.ledgerPolicy(document.hash()),
                LedgerPolicyBuilder.builder()
                        .policyHash(document.hash())
                        .policy(document.body())
                        .by(by)
                        .reason("first run held to it")
                        .atMs(atMs)
                        .build());
    }

    /** The text of a published policy, under its hash. */
    public static Outgoing published(Publishing publishing, PolicyDocument document) {
        return policy(Keys.ledgerPolicy(document.hash()), record(publishing, document, null));
    }

    /** What the new runs of some agents are held to, under those it was published for. */
    public static Outgoing inForce(Publishing publishing, PolicyDocument document) {
        Scope scope = publishing.inForce().scope();
        return policy(Keys.ledgerPublication(scope), record(publishing, document, scope));
    }

    private static LedgerPolicy record(Publishing publishing, PolicyDocument document, Scope scope) {
        Publication publication = publishing.inForce();
        return new LedgerPolicy(
                document.hash(),
                document.body(),
                publication.controlId(),
                publication.by(),
                publication.reason(),
                scope,
                publishing.sinceMs());
    }

    private static Outgoing policy(String key, LedgerPolicy record) {
        return Outgoing.of(Destination.LEDGER, key, POLICIES.encode(record, Format.JSON), KIND);
    }
}
