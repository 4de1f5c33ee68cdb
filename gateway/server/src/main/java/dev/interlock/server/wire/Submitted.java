package dev.interlock.server.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Rule;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Records that somebody else writes to the topics for their sender, checked before they are. */
public final class Submitted {
    private static final RecordCodec<Proposal> PROPOSALS = RecordCodec.of(Proposal.class);
    private static final RecordCodec<Control> CONTROLS = RecordCodec.of(Control.class);

    private Submitted() {}

    /**
     * An object of JSON, read as strictly as records are.
     *
     * @throws InvalidRecordException when it is none
     */
    public static ObjectNode object(byte[] body) {
        if (Json.parse(body).node() instanceof ObjectNode object) {
            return object.deepCopy();
        }
        throw new InvalidRecordException("", Rule.TYPE, "no JSON object");
    }

    /**
     * A proposal.
     *
     * @throws InvalidRecordException when it is none
     */
    public static Proposal proposal(ObjectNode body) {
        return PROPOSALS.decode(bytes(body)).record();
    }

    /**
     * A command.
     *
     * @throws InvalidRecordException when it is none
     */
    public static Control control(ObjectNode body) {
        return CONTROLS.decode(bytes(body)).record();
    }

    /** What a gateway would refuse of a command without looking at any state; empty when nothing. */
    public static Optional<LetterError> fault(Control control) {
        return ControlReader.fault(control);
    }

    /** An outcome as it is written in JSON. */
    public static String json(Outcome outcome) {
        return new String(OutcomeWriter.CODEC.encode(outcome, Format.JSON), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ObjectNode body) {
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }
}
