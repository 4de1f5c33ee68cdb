package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.policy.PolicyFiles;
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
import dev.interlock.schemas.Symbols.ScopeKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads commands. A record whose key is {@code stop:<scope>} or whose header {@link Keys#STOP_HEADER} names a scope is
 * obeyed as a stop of that scope even when its body cannot be read.
 */
public final class ControlReader {
    /** How the key of a command about one run begins, on the topics between router and stages. */
    public static final String RUN = ScopeKind.RUN + ":";

    /** How the key of a command about one operation begins there. */
    public static final String OPERATION = "operation:";

    private static final RecordCodec<Control> CODEC = RecordCodec.of(Control.class);
    private static final RecordCodec<StageControl> STAGE = RecordCodec.of(StageControl.class);
    /** The commands this version obeys. */
    private static final Set<String> OBEYED = Set.of(
            ControlType.STOP,
            ControlType.LIFT,
            ControlType.APPROVE,
            ControlType.REJECT,
            ControlType.RESOLVE,
            ControlType.RESUME,
            ControlType.GRANT,
            ControlType.ALIVE,
            ControlType.PUBLISH_POLICY);

    /** What the type of a command must be. */
    public static final String COMMAND_RULE =
            "a command this version obeys: " + OBEYED.stream().sorted().collect(Collectors.joining(", "));

    private static final Set<String> OF_RUN =
            Set.of(ControlType.APPROVE, ControlType.REJECT, ControlType.RESUME, ControlType.GRANT);

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
            case Reading.Read<Control> read ->
                new Order(Optional.of(dated(hidden(read.message()), arrival.appendedAtMs())), Optional.empty());
            case Reading.Refused<Control> refused ->
                new Order(
                        labelled(arrival).map(scope -> stop(arrival.position(), scope)), Optional.of(refused.error()));
        };
    }

    /** Why somebody commands something is passed on, journaled and shown: what looks like a secret in it is not. */
    private static Control hidden(Control control) {
        return ControlBuilder.builder(control)
                .by(Shown.hidden(control.by()))
                .reason(Shown.hidden(control.reason()))
                .build();
    }

    /**
     * A sign of life is as old as its record, however late it is taken up: one that waited through an outage, or is sent
     * again, opens nothing.
     */
    private static Control dated(Control control, long latestAtMs) {
        if (!ControlType.ALIVE.equals(control.type())) {
            return control;
        }
        long issuedAtMs = Optional.ofNullable(control.issuedAtMs()).orElse(Long.MAX_VALUE);
        return ControlBuilder.builder(control)
                .issuedAtMs(Math.min(issuedAtMs, latestAtMs))
                .build();
    }

    /** Reads a command as the router passes it on. */
    public static Reading<Command> passedOn(Arrival arrival) {
        try {
            StageControl passed = STAGE.decode(arrival.value()).record();
            return checked(passed.control(), control -> command(dated(control, passed.atMs()), passed.origin()));
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    private static Command command(Control control, Position origin) {
        if (OF_RUN.contains(control.type())) {
            return new Command.OfRun(control, control.runId(), origin);
        }
        if (ControlType.RESOLVE.equals(control.type())) {
            return new Command.OfOperation(control, control.operationId(), origin);
        }
        if (ControlType.ALIVE.equals(control.type())) {
            return new Command.Alive(control);
        }
        if (ControlType.PUBLISH_POLICY.equals(control.type())) {
            return new Command.Publish(control, PolicyFiles.document(control.policy()), origin);
        }
        Stop stop = Scopes.stop(control.scope(), StopName.placed(control.controlId(), origin));
        Control plain = ControlBuilder.builder(control)
                .scope(Scopes.plain(control.scope()))
                .build();
        return new Command.Flag(plain, stop, ControlType.LIFT.equals(control.type()), origin);
    }

    /** The stages a command concerns. */
    public static List<Destination> stages(Control control, Position origin) {
        return switch (command(control, origin)) {
            case Command.Flag flag -> List.of(Destination.STAGE_RUN_CONTROL, Destination.STAGE_OPERATION_CONTROL);
            case Command.Alive alive -> List.of(Destination.STAGE_RUN_CONTROL, Destination.STAGE_OPERATION_CONTROL);
            case Command.Publish publish -> List.of(Destination.STAGE_RUN_CONTROL);
            case Command.OfRun run -> List.of(Destination.STAGE_RUN_CONTROL);
            case Command.OfOperation operation -> List.of(Destination.STAGE_OPERATION_CONTROL);
        };
    }

    /** The command as the router passes it on to one of the stages, keyed by what it is about. */
    public static Outgoing passOn(Destination to, Control control, Position origin, long atMs) {
        byte[] bytes = STAGE.encode(new StageControl(control, origin, atMs), Format.JSON);
        return Outgoing.of(to, subject(command(control, origin)), bytes, control.type());
    }

    private static String subject(Command command) {
        return switch (command) {
            case Command.Flag flag -> Scopes.text(flag.record().scope());
            case Command.Alive alive -> ControlType.ALIVE;
            case Command.Publish publish -> Keys.PUBLICATIONS;
            case Command.OfRun run -> RUN + run.runId();
            case Command.OfOperation operation -> OPERATION + operation.operationId();
        };
    }

    private static Reading<Control> body(Arrival arrival) {
        try {
            return checked(CODEC.decode(arrival.value()).record(), Function.identity());
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    /** What is wrong with a command, whatever the state it meets; empty when nothing is. */
    static Optional<LetterError> fault(Control control) {
        return switch (checked(control, Function.identity())) {
            case Reading.Read<Control> read -> Optional.empty();
            case Reading.Refused<Control> refused -> Optional.of(refused.error());
        };
    }

    /** A command that this version obeys, with a scope it knows where it needs one. */
    private static <T> Reading<T> checked(Control control, Function<Control, T> message) {
        if (!OBEYED.contains(control.type())) {
            return Reading.refused("type", COMMAND_RULE, control.type());
        }
        if (ControlType.APPROVE.equals(control.type()) && control.digest() == null) {
            return Reading.refused("digest", "required for approve: it binds what was seen", "absent");
        }
        Optional<LetterError> fault = ControlType.PUBLISH_POLICY.equals(control.type())
                ? PublicationReader.fault(control)
                : RunCommands.fault(control);
        if (fault.isPresent()) {
            return new Reading.Refused<>(fault.get());
        }
        if (ControlType.ALIVE.equals(control.type()) && !Scopes.isEverything(control.scope())) {
            return Reading.refused("scope", "absent or all for alive in this version", Scopes.text(control.scope()));
        }
        boolean flags = ControlType.STOP.equals(control.type()) || ControlType.LIFT.equals(control.type());
        return !flags || Scopes.isReachable(control.scope())
                ? new Reading.Read<>(message.apply(control))
                : Reading.refused("scope", Scopes.RULE, Scopes.text(control.scope()));
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
