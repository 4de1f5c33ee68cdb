package dev.interlock.server.door;

import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.access.Caller;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Asked;
import dev.interlock.server.http.Problem;
import dev.interlock.server.http.Reply;
import dev.interlock.server.wire.Submitted;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.NoAnswerException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/**
 * Proposals of agents that do not speak Kafka. A request that ends without an answer, or whose sender is gone, loses nothing:
 * the same proposal, sent again, is decided once and answered again.
 */
final class Proposing {
    private static final long MOST_MS = 60_000;
    private static final long USUAL_MS = 30_000;
    private static final String ISSUED_AT = "issued_at_ms";

    private final Supplier<AgentClient> agents;
    private final InstantSource clock;
    private final Pace pace;

    Proposing(Supplier<AgentClient> agents, InstantSource clock, Pace pace) {
        this.agents = agents;
        this.clock = clock;
        this.pace = pace;
    }

    Reply propose(Asked asked) {
        Duration wait = Duration.ofMillis(asked.number("wait_ms", USUAL_MS, 0, MOST_MS));
        Body body = Body.of(asked);
        if (!body.has(ISSUED_AT)) {
            body.set(ISSUED_AT, clock.millis());
        }
        Proposal proposal = body.as(Submitted::proposal);
        admit(asked.caller(), proposal);
        return new Reply.Later(answer(proposal, wait));
    }

    private void admit(Caller caller, Proposal proposal) {
        if (!caller.proposes(proposal.agentId(), proposal.runId())) {
            throw Problem.forbidden(caller.name() + " may not propose as agent " + proposal.agentId() + " in run "
                            + proposal.runId() + ": its token is bound to other agents or runs.")
                    .exception();
        }
        if (!pace.allows(caller.name())) {
            throw Problem.of(429, "Too many requests", caller.name() + " proposes too often; nothing was proposed.")
                    .with("Retry-After", "1")
                    .exception();
        }
    }

    private CompletableFuture<Answer> answer(Proposal proposal, Duration wait) {
        CompletableFuture<Outcome> outcome;
        try {
            outcome = agents.get().proposeAsync(proposal, wait);
        } catch (IllegalStateException | KafkaException e) {
            throw Problem.unavailable("Nothing was proposed: too many wait, or Kafka does not answer.", 1)
                    .exception(e);
        }
        return outcome.thenApply(told -> Answer.json(200, Submitted.json(told)))
                .exceptionally(fault -> unanswered(proposal, fault));
    }

    /** Whoever gets no answer in time is told how to ask again, and is not told that nothing happened. */
    private static Answer unanswered(Proposal proposal, Throwable fault) {
        Throwable cause = fault instanceof CompletionException ? fault.getCause() : fault;
        if (cause instanceof TimeoutException || cause instanceof NoAnswerException && cause.getCause() == null) {
            return Commanding.told(
                    202,
                    told -> told.put("run_id", proposal.runId())
                            .put("proposal_id", proposal.proposalId())
                            .put("state", "no answer yet")
                            .put("detail", "Send the same proposal again: it is decided once, and answered again."));
        }
        throw Problem.unavailable(
                        "The proposal may or may not have been written: send the same one again, it is decided once.",
                        1)
                .exception(cause);
    }
}
