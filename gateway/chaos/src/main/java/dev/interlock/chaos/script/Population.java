package dev.interlock.chaos.script;

import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A number of agents that play one script after the other, so that as many runs are always active. */
public final class Population implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final ExecutorService agents;
    private final List<Future<List<Life>>> lives = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicBoolean enough = new AtomicBoolean();

    private Population(int size) {
        this.agents = Executors.newFixedThreadPool(size, Thread.ofVirtual().factory());
    }

    /**
     * Agents that take up scripts until they are told that it is enough.
     *
     * @param prefix what their runs and operations start with
     * @param scripts the script of each number from 0
     */
    public static Population living(int size, AgentClient client, String prefix, IntFunction<Script> scripts) {
        Population population = new Population(size);
        ScriptedAgent agent = new ScriptedAgent(client, prefix, population.answers);
        population.begin(size, number -> {
            Script script = scripts.apply(number);
            return script == null ? null : () -> List.of(agent.play(script));
        });
        return population;
    }

    /**
     * Agents that take up plots until they are told that it is enough.
     *
     * @param operator does what a person has to do in them
     * @param plots the plot of each number from 0
     */
    static Population living(int size, AgentClient client, String prefix, Operator operator, IntFunction<Plot> plots) {
        Population population = new Population(size);
        ScriptedAgent agent = new ScriptedAgent(client, prefix, population.answers);
        Player player = new Player(agent, client, prefix, operator);
        population.begin(size, number -> () -> player.play(plots.apply(number)));
        return population;
    }

    /** What an agent does next. */
    private interface Part {
        List<Life> play() throws InterruptedException;
    }

    private void begin(int size, IntFunction<Part> parts) {
        for (int i = 0; i < size; i++) {
            lives.add(agents.submit(() -> playAll(parts)));
        }
    }

    /** Plays given scripts and returns how they went. */
    public static List<Life> play(int size, AgentClient client, String prefix, List<Script> scripts) {
        int count = scripts.size();
        try (Population population =
                living(Math.min(size, count), client, prefix, number -> number < count ? scripts.get(number) : null)) {
            return population.awaitLives();
        }
    }

    /** How many answers they heard so far. */
    public int answers() {
        return answers.get();
    }

    /** How many runs are active. */
    public int active() {
        return active.get();
    }

    /** They end the scripts they have begun, and begin no other. */
    public List<Life> finish() {
        enough.set(true);
        return awaitLives();
    }

    @Override
    public void close() {
        agents.shutdownNow();
    }

    private List<Life> playAll(IntFunction<Part> parts) throws InterruptedException {
        List<Life> played = new ArrayList<>();
        while (!enough.get()) {
            Part part = parts.apply(next.getAndIncrement());
            if (part == null) {
                break;
            }
            active.incrementAndGet();
            played.addAll(part.play());
            active.decrementAndGet();
        }
        return played;
    }

    private List<Life> awaitLives() {
        List<Life> all = new ArrayList<>();
        for (Future<List<Life>> each : lives) {
            try {
                all.addAll(each.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted", e);
            } catch (TimeoutException e) {
                throw new IllegalStateException("An agent did not come to the end of its script within " + LIMIT, e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("An agent failed", e.getCause());
            }
        }
        return all;
    }
}
