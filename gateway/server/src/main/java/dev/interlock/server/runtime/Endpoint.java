package dev.interlock.server.runtime;

import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.wire.RuntimeRequest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One runtime with the requests that wait for it and the threads that ask it: a runtime that hangs takes up its own
 * threads and its own bounded queue.
 */
final class Endpoint implements AutoCloseable {
    /** How many requests wait for one runtime; more wait on the topic. */
    static final int QUEUE = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final BlockingQueue<Job> queue = new ArrayBlockingQueue<>(QUEUE);
    private final List<Thread> threads = new ArrayList<>();
    private final RuntimeLink link;
    private final Asker asker;
    private final Completion completion;

    /** A request that was taken over. */
    record Job(RuntimeRequest request, Claims.Claim claim) {}

    /** Told of what became of requests. */
    interface Completion {
        /** Whether a request still is to be carried out. */
        boolean isWanted(Job job);

        /** Records an answer. */
        void answered(Job job, RuntimeAnswer answer) throws InterruptedException;
    }

    Endpoint(AgentRuntime runtime, RuntimeLink link, InstantSource clock, Completion completion) {
        this.link = link;
        this.asker = new Asker(runtime, link, clock, Thread::sleep);
        this.completion = completion;
        for (int i = 0; i < runtime.asking().parallel(); i++) {
            Thread thread = new Thread(this::serve, "runtime-" + runtime.name() + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Takes a request, unless too many wait already. */
    boolean offer(Job job) {
        return queue.offer(job);
    }

    /** Breaks off what is being asked. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        link.close();
    }

    private void serve() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Job job = queue.take();
                if (completion.isWanted(job)) {
                    completion.answered(
                            job, asker.ask(job.request(), job.claim().takenAtMs()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.debug("Asks no more");
        }
    }
}
