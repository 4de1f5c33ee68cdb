package dev.interlock.server.wire;

import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.ChainHead;
import java.util.Optional;

/**
 * What a run is told by the operation stage or by the run it goes on from.
 *
 * @param runId the run that is told
 * @param input what it is told
 * @param carried what a result brought, where there is one
 * @param beginning what a resumed run begins with beside its state, where it begins
 * @param head where the sender's chain stood
 */
public record AnswerMessage(
        String runId, RunInput input, Optional<Carried> carried, Optional<Beginning> beginning, ChainHead head) {}
