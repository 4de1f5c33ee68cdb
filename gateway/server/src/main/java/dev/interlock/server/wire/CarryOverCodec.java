package dev.interlock.server.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.run.CarryOver;
import dev.interlock.core.run.Resume;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.StageAnswer;
import java.util.Optional;

/**
 * What an ended run tells its successor: the state it begins with, the text of its policy, which the successor's partition
 * may never have seen, and what it shows of its past, under a digest of all. A run begun with a damaged state could not be
 * told from a sound one later.
 */
public final class CarryOverCodec {
    private static final String STATE = "carry_over.state";
    private static final String DIGEST = "digest";
    /** More than what the record says beside state and policy, and what the new state says more than the ended one. */
    private static final int MARGIN_BYTES = 8 * 1024;

    private CarryOverCodec() {}

    /** What travels in one piece. */
    private record Body(RunState run, JsonNode policy, Optional<Past> past) {}

    /** What is wrong with resuming a run whose state and policy are too large to travel in one record, if it is one. */
    public static Optional<LetterError> fault(RunState ended, PolicyDocument policy) {
        int bytes = size(ended, policy);
        return bytes <= Limits.RECORD_BYTES - MARGIN_BYTES
                ? Optional.empty()
                : Optional.of(new LetterError(
                        "run_id", "names a run whose state and policy fit into a record", bytes + " bytes"));
    }

    private static int size(RunState run, PolicyDocument policy) {
        return StateCodec.RUN.state(run).length + policy.bytes().length;
    }

    /** What is kept to be shown takes the room that is left, and is no reason not to resume. */
    static dev.interlock.schemas.CarryOver write(CarryOver carryOver, PolicyDocument policy, RunKeepings kept) {
        RunState initial = carryOver.initial();
        Past past = Past.of(initial, kept, Limits.RECORD_BYTES - MARGIN_BYTES - size(initial, policy));
        ObjectNode body = (ObjectNode) CoreJson.tree(new Body(initial, policy.tree(), Optional.of(past)));
        body.put(DIGEST, Json.of((JsonNode) body).digest());
        return new dev.interlock.schemas.CarryOver(
                carryOver.endedRunId(),
                carryOver.controlId(),
                carryOver.change().code(),
                Json.of((JsonNode) body));
    }

    static Reading<AnswerMessage> read(StageAnswer record) {
        dev.interlock.schemas.CarryOver carryOver = record.carryOver();
        Optional<Resume.Change> change = Resume.Change.named(carryOver.change());
        if (change.isEmpty()) {
            return Reading.refused("carry_over.change", "known to this version", carryOver.change());
        }
        if (!(carryOver.state().node().deepCopy() instanceof ObjectNode body)) {
            return Reading.refused(STATE, "must be an object", carryOver.state().toString());
        }
        JsonNode named = body.remove(DIGEST);
        String digest = Json.of((JsonNode) body).digest();
        if (named == null || !digest.equals(named.asText())) {
            return Reading.refused(STATE, "must have the digest it names", digest);
        }
        try {
            return read(record, change.get(), CoreJson.read(body, Body.class));
        } catch (JsonProcessingException e) {
            return Reading.refused(STATE, "known to this version", e.getOriginalMessage());
        }
    }

    private static Reading<AnswerMessage> read(StageAnswer record, Resume.Change change, Body body)
            throws JsonProcessingException {
        PolicyDocument policy = PolicyDocument.kept(Json.of(body.policy()));
        String endedRunId = record.carryOver().endedRunId();
        RunState initial = body.run();
        boolean fits = initial.runId().equals(record.runId())
                && initial.lineage().resumedFrom().equals(Optional.of(endedRunId))
                && initial.policyHash().equals(policy.hash());
        if (!fits) {
            return Reading.refused(
                    STATE, "must be of this run, of the one it goes on from, and of its policy", initial.runId());
        }
        RunInput input = new RunInput.CarriedOver(
                new CarryOver(endedRunId, record.carryOver().controlId(), change, initial));
        Beginning beginning =
                new Beginning(policy, body.past().orElse(Past.NONE).keepings());
        return new Reading.Read<>(
                new AnswerMessage(record.runId(), input, Optional.empty(), Optional.of(beginning), record.head()));
    }
}
