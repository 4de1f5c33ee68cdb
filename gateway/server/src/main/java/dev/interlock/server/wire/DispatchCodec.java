package dev.interlock.server.wire;

import dev.interlock.core.policy.ToolContract;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StopMarker;

/** The bytes of dispatches on one of their two topics. */
final class DispatchCodec {
    private static final RecordCodec<Dispatch> CODEC = RecordCodec.of(Dispatch.class);

    /** A stop is decided under no policy. */
    private static final String NO_POLICY = "";

    private final Destination to;
    private final Format format;

    DispatchCodec(Destination to, Format format) {
        this.to = to;
        this.format = format;
    }

    /** Milliseconds a worker has that reports that it is running; null where that gives no more. */
    static Long longestMs(ToolContract contract) {
        return contract.mayRunOn() ? contract.maxTimeoutMs() : null;
    }

    Outgoing outgoing(String key, Dispatch dispatch) {
        return Outgoing.of(to, key, CODEC.encode(dispatch, format), dispatch.type());
    }

    Outgoing marker(Command.Flag control, String key) {
        Dispatch marker = DispatchBuilder.builder()
                .type("marker")
                .dispatchId("marker:" + control.controlId())
                .stop(new StopMarker(
                        control.controlId(),
                        control.record().type(),
                        control.record().scope()))
                .policyHash(NO_POLICY)
                .build();
        return outgoing(key, marker);
    }
}
