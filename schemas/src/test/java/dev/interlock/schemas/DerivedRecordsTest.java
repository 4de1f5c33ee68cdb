package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the gateway has read it can pass on: an input of greatest size leads to no record that cannot be written. */
class DerivedRecordsTest {
    private static final String ID = "\u0001".repeat(Limits.ID_LENGTH);
    private static final String COUNTER = Long.toString(Long.MAX_VALUE);
    private static final String REQUEST_ID = ID + "#q" + COUNTER;
    private static final String DISPATCH_ID = ID + "#d" + COUNTER;
    private static final String CLAIM_ID = ID + "#e" + COUNTER;
    private static final String HASH = "f".repeat(64);
    private static final ChainHead HEAD = new ChainHead("run:" + ID, Long.MAX_VALUE, HASH);
    private static final ContractFacts CONTRACT = ContractFactsBuilder.builder()
            .timeoutMs(1)
            .maxTimeoutMs(1)
            .progress(Symbols.ProgressRule.REVISION)
            .build();

    static List<String> dispatchIds() {
        return List.of(DISPATCH_ID, CLAIM_ID, "cancel:" + DISPATCH_ID, "cancel:" + CLAIM_ID, "marker:" + ID);
    }

    static List<String> dueKeys() {
        return List.of(ID, DISPATCH_ID, CLAIM_ID, "sweep:" + ID);
    }

    /** A text that needs most bytes for its canonical size, wherever it is written. */
    private static Json text(int bytes) {
        return Json.parse("\"" + "x".repeat(bytes - 2) + "\"");
    }

    private static <T extends WireRecord> void assertPassedOn(T record, Class<T> type) {
        RecordCodec<T> codec = RecordCodec.of(type);
        for (Format format : Format.values()) {
            assertThat(codec.decode(codec.encode(record, format)).record()).isEqualTo(record);
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aProposalOfGreatestSize_isRequestedAndDispatched(Format format) {
        RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
        Proposal whole = proposal(text(Limits.INPUT_BYTES - 16 * 1024));
        Proposal read = codec.decode(codec.encode(whole, format)).record();
        assertPassedOn(request(read), StageRequest.class);
        assertPassedOn(dispatch(read), Dispatch.class);
    }

    private static Proposal proposal(Json args) {
        return ProposalBuilder.builder()
                .type(Symbols.ProposalType.CALL)
                .proposalId(ID)
                .runId(ID)
                .agentId(ID)
                .turn(1)
                .tool(ID)
                .kind(Symbols.Kind.WRITE)
                .args(args)
                .operationId(ID)
                .threadId(ID)
                .accountId(ID)
                .traceparent(ID)
                .build();
    }

    private static StageRequest request(Proposal proposal) {
        return StageRequestBuilder.builder()
                .type(Symbols.RequestType.REQUEST)
                .requestId(REQUEST_ID)
                .runId(proposal.runId())
                .proposalId(proposal.proposalId())
                .agentId(proposal.agentId())
                .ownerAgentId(proposal.agentId())
                .operationId(proposal.operationId())
                .tool(proposal.tool())
                .kind(proposal.kind())
                .args(proposal.args())
                .argsDigest(HASH)
                .fingerprint("sha256:" + HASH + ":" + HASH)
                .identityRule(HASH)
                .attempt(1)
                .contract(CONTRACT)
                .policyHash(HASH)
                .head(HEAD)
                .threadId(proposal.threadId())
                .accountId(proposal.accountId())
                .traceparent(proposal.traceparent())
                .build();
    }

    private static Dispatch dispatch(Proposal proposal) {
        return DispatchBuilder.builder()
                .type(Symbols.DispatchType.EXECUTE)
                .dispatchId(CLAIM_ID)
                .runId(proposal.runId())
                .proposalId(proposal.proposalId())
                .tool(proposal.tool())
                .kind(proposal.kind())
                .args(proposal.args())
                .operationId(proposal.operationId())
                .epoch(1)
                .attempt(1)
                .fingerprint("sha256:" + HASH + ":" + HASH)
                .timeoutMs(1)
                .causedBy(new CausedBy(proposal.operationId()))
                .policyHash(HASH)
                .traceparent(proposal.traceparent())
                .build();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aResultOfGreatestSize_isKeptAndAnswered(Format format) {
        RecordCodec<Result> codec = RecordCodec.of(Result.class);
        Json value = text(Limits.INPUT_BYTES - Limits.RECEIPT_BYTES - 48 * 1024);
        Result read = codec.decode(codec.encode(result(value), format)).record();
        assertPassedOn(kept(read), LedgerOperation.class);
        assertPassedOn(answer(read), StageAnswer.class);
    }

    private static Result result(Json value) {
        return ResultBuilder.builder()
                .type(Symbols.ResultType.RESULT)
                .dispatchId(CLAIM_ID)
                .runId(ID)
                .operationId(ID)
                .workerId(ID)
                .status(ID)
                .effect(ID)
                .evidence(new Evidence(1L, true, text(Limits.RECEIPT_BYTES), ID, List.of()))
                .value(value)
                .error(CallErrorBuilder.builder().message("\u0001".repeat(4096)).build())
                .build();
    }

    private static OperationResult body(Result result) {
        return OperationResultBuilder.builder()
                .status(result.status())
                .effect(result.effect())
                .evidence(result.evidence())
                .value(result.value())
                .error(result.error())
                .dispatchId(result.dispatchId())
                .workerId(result.workerId())
                .build();
    }

    private static LedgerOperation kept(Result result) {
        return LedgerOperationBuilder.builder()
                .operationId(result.operationId())
                .tool(ID)
                .fingerprint(HASH)
                .identityRule(HASH)
                .state(Symbols.OperationState.COMMITTED)
                .epoch(1)
                .version(1)
                .runId(ID)
                .dispatchId(CLAIM_ID)
                .result(body(result))
                .receipt(result.evidence().receipt())
                .conflictingReceipt(result.evidence().receipt())
                .build();
    }

    private static StageAnswer answer(Result result) {
        return StageAnswerBuilder.builder()
                .to(Symbols.AnswerTo.REQUEST)
                .verdict(Symbols.Verdict.COMMITTED)
                .requestId(REQUEST_ID)
                .dispatchId(CLAIM_ID)
                .runId(ID)
                .operationId(ID)
                .result(body(result))
                .head(HEAD)
                .build();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aCommandOfGreatestSize_isRouted(Format format) {
        RecordCodec<Control> codec = RecordCodec.of(Control.class);
        Control control = ControlBuilder.builder()
                .type(Symbols.ControlType.PUBLISH_POLICY)
                .controlId(ID)
                .by(ID)
                .reason("\u0001".repeat(4096))
                .policy(text(Limits.INPUT_BYTES - 32 * 1024))
                .build();
        Control read = codec.decode(codec.encode(control, format)).record();
        assertPassedOn(new StageControl(read, new Position("t", 0, 0), 0), StageControl.class);
    }

    @ParameterizedTest
    @MethodSource("dispatchIds")
    void aDispatchNamedAfterTheLongestIds_isSentAndAnswered(String dispatchId) {
        Dispatch dispatch = DispatchBuilder.builder(dispatch(proposal(text(2))))
                .dispatchId(dispatchId)
                .targetDispatchId(CLAIM_ID)
                .build();
        assertPassedOn(dispatch, Dispatch.class);
        assertPassedOn(
                ResultBuilder.builder(result(text(2))).dispatchId(dispatchId).build(), Result.class);
    }

    @ParameterizedTest
    @MethodSource("dueKeys")
    void aDueRecordForTheLongestIds_isWrittenAndRead(String key) {
        Result due = ResultBuilder.builder()
                .type(Symbols.ResultType.DUE)
                .due(new Due(Symbols.DueKind.TIMEOUT, key, 1, 1, 1))
                .build();
        assertPassedOn(due, Result.class);
    }
}
