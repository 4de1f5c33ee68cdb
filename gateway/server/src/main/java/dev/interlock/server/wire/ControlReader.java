package dev.interlock.server.wire;

import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.Optional;

/**
 * Reads commands. A record whose key is {@code stop:<scope>} or whose header {@link Keys#STOP_HEADER} names a scope is
 * obeyed as a stop of that scope even when its body cannot be read.
 */
public final class ControlReader {
    private static final RecordCodec<Control> CODEC = RecordCodec.of(Control.class);
    private static final RecordCodec<StageControl> STAGE = RecordCodec.of(StageControl.class);
    private static final String SUPPORTED = "not supported by this version: one of stop, lift";

    private ControlReader() {}

    /**
     * What a control record asks for.
     *
     * @param control the command; empty when there is nothing to obey
     * @param error why the body could not be read; empty when it could
     */
    public record Order(Optional<Control> control, Optional<LetterError> error) {}

    /** Reads a command as operators write it. */
    public static Order read(Arrival arrival) {
        Reading<Control> reading = body(arrival);
        return switch (reading) {
            case Reading.Read<Control> read -> new Order(Optional.of(read.message()), Optional.empty());
            case Reading.Refused<Control> refused ->
                new Order(
                        labelled(arrival).map(scope -> stop(arrival.position(), scope)), Optional.of(refused.error()));
        };
    }

    /** Reads a command as the router passes it on. */
    public static Reading<ControlMessage> passedOn(Arrival arrival) {
        try {
            Control control = STAGE.decode(arrival.value()).record().control();
            return new Reading.Read<>(new ControlMessage(
                    control,
                    Scopes.stop(control.scope(), control.controlId()),
                    ControlType.LIFT.equals(control.type())));
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    /** The command as the router passes it on to one of the stages. */
    public static Outgoing passOn(Destination to, Control control, Position origin, long atMs) {
        byte[] bytes = STAGE.encode(new StageControl(control, origin, atMs), Format.JSON);
        return Outgoing.of(to, Scopes.text(control.scope()), bytes, control.type());
    }

    /** The run a command is about; empty when it is about more than one. */
    public static Optional<String> run(Control control) {
        return StopScope.RUN.code().equals(control.scope().kind())
                ? Optional.of(control.scope().id())
                : Optional.empty();
    }

    private static Reading<Control> body(Arrival arrival) {
        try {
            Control control = CODEC.decode(arrival.value()).record();
            if (!ControlType.STOP.equals(control.type()) && !ControlType.LIFT.equals(control.type())) {
                return Reading.refused("type", SUPPORTED, control.type());
            }
            return Scopes.isReachable(control.scope())
                    ? new Reading.Read<>(control)
                    : Reading.refused("scope", Scopes.RULE, Scopes.text(control.scope()));
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    private static Optional<Scope> labelled(Arrival arrival) {
        return arrival.stop()
                .flatMap(Keys::stopOfHeader)
                .or(() -> arrival.keyText().flatMap(Keys::stopOfKey))
                .filter(Scopes::isReachable);
    }

    private static Control stop(Position position, Scope scope) {
        return ControlBuilder.builder()
                .type(ControlType.STOP)
                .controlId("unreadable:" + position.topic() + ":" + position.partition() + ":" + position.offset())
                .by("unreadable record")
                .reason("key or header says stop; the body could not be read")
                .scope(scope)
                .build();
    }
}
