package dev.interlock.server.wire;

import dev.interlock.core.run.Answer;
import dev.interlock.schemas.ChainHead;
import java.util.Optional;

/**
 * An answer of the operation stage as the run stage reads it.
 *
 * @param runId the run answered
 * @param answer the answer
 * @param carried what its result brought, where there is one
 * @param head where the sender's chain stood
 */
public record AnswerMessage(String runId, Answer answer, Optional<Carried> carried, ChainHead head) {}
