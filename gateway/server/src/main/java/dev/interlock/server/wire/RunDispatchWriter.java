package dev.interlock.server.wire;

import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunEffect;
import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;

/** Writes what workers of reads and model calls are told. */
public final class RunDispatchWriter {
    private final DispatchCodec codec;

    /** A writer of one format. */
    public RunDispatchWriter(Format format) {
        this.codec = new DispatchCodec(Destination.DISPATCHES, format);
    }

    /** A call to be run. */
    public Outgoing execute(RunEffect.Execute execute, RunFrame frame, Payload payload) {
        OpenCall call = execute.call();
        return codec.outgoing(
                frame.runId(),
                builder(call, frame)
                        .type("execute")
                        .dispatchId(call.dispatchId())
                        .args(payload.args())
                        .approvalId(call.approvalId().orElse(null))
                        .timeoutMs(execute.timeoutMs())
                        .causedBy(frame.causedBy().map(CausedBy::new).orElse(null))
                        .maxTimeoutMs(DispatchCodec.longestMs(call.contract()))
                        .traceparent(payload.traceparent())
                        .build());
    }

    /** A call to be cancelled. */
    public Outgoing cancel(RunEffect.Cancel cancel, RunFrame frame) {
        OpenCall call = cancel.call();
        return codec.outgoing(
                frame.runId(),
                builder(call, frame)
                        .type("cancel")
                        .dispatchId("cancel:" + call.dispatchId())
                        .targetDispatchId(call.dispatchId())
                        .timeoutMs(0)
                        .build());
    }

    /** The mark of a stop or lift in this stage's partition of the topic. */
    public Outgoing marker(Command.Flag control, String key) {
        return codec.marker(control, key);
    }

    private static DispatchBuilder builder(OpenCall call, RunFrame frame) {
        return DispatchBuilder.builder()
                .runId(frame.runId())
                .proposalId(call.proposalId())
                .tool(call.call().tool())
                .kind(call.call().kind().code())
                .fingerprint(call.call().fingerprint())
                .attempt(call.attempt())
                .policyHash(frame.policyHash());
    }
}
