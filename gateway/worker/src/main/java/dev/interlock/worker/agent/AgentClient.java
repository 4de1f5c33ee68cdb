package dev.interlock.worker.agent;

import dev.interlock.schemas.Format;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * An agent's connection to the gateway. It sends proposals and waits for what answers them. Safe for use by several
 * threads; one client serves many runs. Every wait is bounded, and a wait that ends without an answer proves nothing
 * about the call: {@link #resend} the same proposal.
 */
public final class AgentClient implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(5);

    private final RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
    private final Waits waits = new Waits();
    private final Format format;
    private final String topic;
    private final Clock clock;
    private final OutcomeFeed feed;
    private final KafkaProducer<String, byte[]> producer;

    private AgentClient(Connection connection, Clock clock, KafkaProducer<String, byte[]> producer) {
        this.format = connection.format();
        this.topic = connection.topics().proposals();
        this.clock = clock;
        this.producer = producer;
        this.feed = OutcomeFeed.open(connection, waits);
    }

    /**
     * Connects. Outcomes published from now on are seen.
     *
     * @throws IllegalStateException if the topics do not exist
     */
    public static AgentClient open(Connection connection) {
        return open(connection, Clock.systemUTC());
    }

    /** Connects, with the clock that the proposals of {@link #run} are issued by. */
    public static AgentClient open(Connection connection, Clock clock) {
        KafkaProducer<String, byte[]> producer = new KafkaProducer<>(connection.producerConfig());
        try {
            return new AgentClient(connection, clock, producer);
        } catch (RuntimeException e) {
            producer.close(CLOSE_LIMIT);
            throw e;
        }
    }

    /** The maker of a run's proposals, at its first turn. */
    public AgentRun run(String runId, String agentId) {
        return new AgentRun(runId, agentId, 1, Optional.empty(), clock);
    }

    /**
     * Sends a proposal and waits for what answers it: the outcome with its id, or the terminal outcome of its run.
     *
     * @param limit the longest to wait
     * @throws NoAnswerException if none came within the limit, or sending failed
     * @throws dev.interlock.schemas.InvalidRecordException if the proposal breaks a rule of the contract; it is not sent
     */
    public Outcome propose(Proposal proposal, Duration limit) throws InterruptedException {
        return await(proposeAsync(proposal, limit));
    }

    /**
     * The same without waiting. The future ends within the limit, exceptionally with a {@link NoAnswerException} if no
     * answer came.
     *
     * @throws IllegalStateException if 10,000 answers are waited for already
     */
    public CompletableFuture<Outcome> proposeAsync(Proposal proposal, Duration limit) {
        byte[] value = codec.encode(proposal, format);
        CompletableFuture<Outcome> wait = waits.answer(proposal.runId(), proposal.proposalId());
        String what = "proposal " + proposal.proposalId() + " of run " + proposal.runId();
        send(new ProducerRecord<>(topic, proposal.runId(), value), wait, what);
        return bounded(wait, limit, what);
    }

    /**
     * Sends a proposal again, after a wait that ended without an answer. The gateway decides it once and answers again;
     * id and content must be what they were.
     */
    public Outcome resend(Proposal proposal, Duration limit) throws InterruptedException {
        return propose(proposal, limit);
    }

    /**
     * Waits for what becomes of a proposal that was answered {@code paused}: its result, its denial or the end of its run.
     * The proposal is sent again every few seconds, which is safe, so that no answer is missed.
     *
     * @param limit the longest to wait; a person may need hours
     * @throws NoAnswerException if it is still paused then, or sending failed
     */
    public Outcome afterPause(Proposal proposal, Duration limit) throws InterruptedException {
        byte[] value = codec.encode(proposal, format);
        String what = "proposal " + proposal.proposalId() + " of run " + proposal.runId();
        long deadline = System.nanoTime() + limit.toNanos();
        CompletableFuture<Outcome> wait = waits.afterPause(proposal.runId(), proposal.proposalId());
        try {
            for (long left = limit.toNanos(); left > 0; left = deadline - System.nanoTime()) {
                send(new ProducerRecord<>(topic, proposal.runId(), value), wait, what);
                Optional<Outcome> came = within(wait, Math.min(left, BETWEEN_QUESTIONS.toNanos()));
                if (came.isPresent()) {
                    return came.get();
                }
            }
        } finally {
            wait.cancel(false);
        }
        throw new NoAnswerException("No answer but paused to " + what + " within " + limit.toMillis() + " ms");
    }

    /**
     * Asks to end a run and waits for its terminal outcome, or the denial of the wish. A run with calls in flight ends
     * when they are settled.
     *
     * @param cause {@code agent}, {@code framework_limit} or {@code error}
     */
    public Outcome finish(AgentRun run, String cause, Duration limit) throws InterruptedException {
        return propose(run.finish(cause).build(), limit);
    }

    /**
     * Waits for the terminal outcome of a run. One that came before this call is returned if this client dealt with the
     * run and with fewer than 1,000 others since; else it has to be asked for with a proposal.
     *
     * @throws NoAnswerException if none came within the limit
     */
    public Outcome terminal(String runId, Duration limit) throws InterruptedException {
        return await(bounded(waits.terminal(runId), limit, "end of run " + runId));
    }

    /** Stops. Whoever still waits gets a {@link NoAnswerException}. */
    @Override
    public void close() {
        producer.close(CLOSE_LIMIT);
        feed.close();
    }

    private void send(ProducerRecord<String, byte[]> message, CompletableFuture<Outcome> wait, String what) {
        try {
            producer.send(message, (position, error) -> {
                if (error != null) {
                    wait.completeExceptionally(new NoAnswerException("Sending of " + what + " failed", error));
                }
            });
        } catch (RuntimeException e) {
            wait.completeExceptionally(new NoAnswerException("Sending of " + what + " failed", e));
        }
    }

    private static CompletableFuture<Outcome> bounded(CompletableFuture<Outcome> wait, Duration limit, String what) {
        return wait.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(error -> {
            throw error instanceof TimeoutException
                    ? new NoAnswerException("No answer to " + what + " within " + limit.toMillis() + " ms")
                    : new CompletionException(error);
        });
    }

    private static Optional<Outcome> within(CompletableFuture<Outcome> wait, long nanos) throws InterruptedException {
        try {
            return Optional.of(wait.get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NoAnswerException known
                    ? known
                    : new NoAnswerException("No answer", e.getCause());
        }
    }

    private static Outcome await(CompletableFuture<Outcome> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NoAnswerException known
                    ? known
                    : new NoAnswerException("No answer", e.getCause());
        }
    }
}
