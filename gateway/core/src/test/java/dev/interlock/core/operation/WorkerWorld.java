package dev.interlock.core.operation;

import dev.interlock.core.fact.Result;
import dev.interlock.core.operation.OperationEffect.Query;
import dev.interlock.core.operation.OperationInput.Reported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What workers and the outside world make of the dispatches of one operation. The workers are honest: each answers its
 * own dispatch with what is so, or not at all (in a silent world, never), and may send the same answer again. An effect lands before the maximum
 * timeout and the settle delay have passed since the dispatch, or never.
 */
final class WorkerWorld {
    private final Random random;
    private final List<Job> jobs = new ArrayList<>();
    private final List<Query> questions = new ArrayList<>();
    private final List<Reported> answers = new ArrayList<>();
    private final boolean silent;
    private int effects;

    WorkerWorld(Random random) {
        this.random = random;
        this.silent = random.nextInt(4) == 0;
    }

    private enum Stage {
        WAITING,
        RUNNING,
        LANDED,
        FAILED,
        OVER
    }

    /** A dispatch and what became of it. */
    private static final class Job {
        private final int epoch;
        private final long landsBeforeMs;
        private Stage stage = Stage.WAITING;
        private Optional<Reported> said = Optional.empty();

        private Job(int epoch, long landsBeforeMs) {
            this.epoch = epoch;
            this.landsBeforeMs = landsBeforeMs;
        }
    }

    /** Takes a dispatch up at the true time, which the gateway's clock may be behind of by the skew. */
    void dispatched(Claim claim, long trueMs) {
        long maxTimeoutMs = claim.request().contract().maxTimeoutMs();
        long settleDelayMs = claim.request().contract().settleDelayMs();
        jobs.add(new Job(claim.epoch(), trueMs + maxTimeoutMs + settleDelayMs));
    }

    /** How often the effect happened since the operation was last forgotten. */
    int effects() {
        return effects;
    }

    /** Somebody is asked what became of an epoch; until it is answered, time passes, and so it does until that is read. */
    void asked(Query query) {
        questions.add(query);
    }

    void forget() {
        jobs.clear();
        questions.clear();
        answers.clear();
        effects = 0;
    }

    /** Lets one worker do its next thing; a report if it makes one. */
    Optional<Reported> act(long trueMs) {
        if (jobs.isEmpty()) {
            return Optional.empty();
        }
        if (!answers.isEmpty() && random.nextInt(3) == 0) {
            return Optional.of(answers.remove(random.nextInt(answers.size())));
        }
        if (!questions.isEmpty() && random.nextInt(2) == 0) {
            look(questions.remove(random.nextInt(questions.size())), trueMs);
            return Optional.empty();
        }
        Job job = jobs.get(random.nextInt(jobs.size()));
        return switch (job.stage) {
            case WAITING -> start(job, trueMs);
            case RUNNING -> land(job, trueMs);
            case LANDED -> say(job, trueMs, Cases.committed(), Cases.malformed(), Cases.threw());
            case FAILED -> say(job, trueMs, Cases.notCommitted(), Cases.threw());
            case OVER -> job.said;
        };
    }

    private void look(Query query, long trueMs) {
        Result seen = switch (random.nextInt(8)) {
            case 0 -> Cases.unknown();
            case 1 -> Cases.notExecuted();
            case 2 -> random.nextInt(4) == 0 ? Cases.notQueryable() : Cases.unknown();
            default -> effects > 0 ? Cases.committed("as seen") : Cases.notCommitted();
        };
        boolean lost = silent || random.nextInt(6) == 0;
        if (!lost) {
            String digest = "answer-" + random.nextLong();
            answers.add(Cases.answers(query.claim().epoch(), query.attempt(), seen, digest, trueMs));
        }
    }

    private Optional<Reported> start(Job job, long trueMs) {
        boolean fenced = trueMs >= job.landsBeforeMs || random.nextInt(3) == 0;
        if (fenced) {
            return say(job, trueMs, Cases.notExecuted());
        }
        job.stage = Stage.RUNNING;
        return Optional.empty();
    }

    private Optional<Reported> land(Job job, long trueMs) {
        boolean lands = trueMs < job.landsBeforeMs && random.nextBoolean();
        effects += lands ? 1 : 0;
        job.stage = lands ? Stage.LANDED : Stage.FAILED;
        return Optional.empty();
    }

    private Optional<Reported> say(Job job, long trueMs, Result... options) {
        job.stage = Stage.OVER;
        boolean lost = silent || random.nextInt(8) == 0;
        if (!lost) {
            Result result = options[random.nextInt(options.length)];
            String digest = "report-" + random.nextLong();
            job.said = Optional.of(Cases.reports(job.epoch, result, digest, trueMs));
        }
        return job.said;
    }
}
