package dev.interlock.server.wire;

import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OutcomeType;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the side store has on one proposal.
 *
 * @param contentDigest digest of what was proposed
 * @param format the format it was written in, and is answered in
 * @param outcome the answer as JSON; empty while it is to come
 * @param asked what is kept of the proposal beside what decisions look at; empty for an answer to none
 */
public record StoredAnswer(String contentDigest, Format format, Optional<String> outcome, Optional<Asked> asked) {
    /** Nothing is answered yet. */
    public static StoredAnswer awaited(ProposalMessage proposal, Arrival arrival) {
        return new StoredAnswer(
                proposal.contentDigest(),
                proposal.format(),
                Optional.empty(),
                Optional.of(Asked.of(proposal, arrival)));
    }

    /** An answer to no proposal, which is still to come. */
    public static StoredAnswer awaited(Format format) {
        return new StoredAnswer("", format, Optional.empty(), Optional.empty());
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static StoredAnswer read(byte[] bytes) {
        return CoreJson.read(bytes, StoredAnswer.class);
    }

    /** What the core is told of it. */
    public RunInput.Prior prior() {
        return new RunInput.Prior(contentDigest, told());
    }

    private RunInput.Told told() {
        if (outcome.isEmpty()) {
            return RunInput.Told.NOTHING;
        }
        return OutcomeType.PAUSED.equals(answer().type()) ? RunInput.Told.PAUSED : RunInput.Told.FINAL;
    }

    /** The same with its answer. */
    public StoredAnswer answered(Outcome answer) {
        byte[] json = OutcomeWriter.CODEC.encode(OutcomeWriter.forStore(answer), Format.JSON);
        return new StoredAnswer(contentDigest, format, Optional.of(new String(json, StandardCharsets.UTF_8)), asked);
    }

    /**
     * The stored answer.
     *
     * @throws IllegalStateException when it is still to come
     */
    public Outcome answer() {
        String json = outcome.orElseThrow(() -> new IllegalStateException("The answer is still to come"));
        return OutcomeWriter.CODEC.decode(json.getBytes(StandardCharsets.UTF_8)).record();
    }
}
