package dev.interlock.server.wire;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StopMarker;

/** The bytes of dispatches on one of their two topics. */
final class DispatchCodec {
    private static final RecordCodec<Dispatch> CODEC = RecordCodec.of(Dispatch.class);

    private final Destination to;
    private final Format format;

    DispatchCodec(Destination to, Format format) {
        this.to = to;
        this.format = format;
    }

    Outgoing outgoing(String key, Dispatch dispatch) {
        return Outgoing.of(to, key, CODEC.encode(dispatch, format), dispatch.type());
    }

    Outgoing marker(ControlMessage control, String key, String policyHash) {
        Dispatch marker = DispatchBuilder.builder()
                .type("marker")
                .dispatchId("marker:" + control.controlId())
                .stop(new StopMarker(
                        control.controlId(),
                        control.record().type(),
                        control.record().scope()))
                .policyHash(policyHash)
                .build();
        return outgoing(key, marker);
    }
}
