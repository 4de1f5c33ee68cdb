package dev.interlock.server.wire;

import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Proposal;
import java.util.Optional;
import java.util.function.Function;

/**
 * A proposal that could be read.
 *
 * @param record the proposal
 * @param format the format it was written in
 * @param contentDigest digest of what it proposes
 * @param facts what the core sees of it, once it is known what the side store has on its id
 */
public record ProposalMessage(
        Proposal record, Format format, String contentDigest, Function<Optional<RunInput.Prior>, RunInput> facts) {}
