package dev.interlock.chaos.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One run that has to do with no other, or several that have to do with each other. It is made from its number and a seed,
 * as a {@link Script} is.
 */
sealed interface Plot {
    /** The operation by which a run of a chain triggers others. */
    String ROW = "row";

    int KINDS = 12;

    /** A run of its own. */
    record Alone(Script script) implements Plot {}

    /**
     * A run whose write triggers others, whose writes trigger others. How many of them are let in is for the gateway to
     * say.
     *
     * @param first the run that nothing triggered
     * @param levels those that were triggered one after the other; the runs of one level by the same write
     * @param astray whether one more run says that it was triggered by a write that there never was
     */
    record Chain(int number, Script first, List<List<Script>> levels, boolean astray) implements Plot {
        public Chain {
            levels = levels.stream().map(List::copyOf).toList();
        }
    }

    /** Runs that want the same operation at the same time, and not always with the same arguments. */
    record Shared(int number, List<Script> scripts) implements Plot {
        public Shared {
            scripts = List.copyOf(scripts);
        }
    }

    /** A run that is resumed after its end, as often as there are continuations. */
    record Resumed(int number, Script first, List<Continuation> next) implements Plot {
        public Resumed {
            next = List.copyOf(next);
        }
    }

    /**
     * How a run goes on that was resumed.
     *
     * @param script what it does
     * @param revision what it sees first; the script goes on from there
     * @param calls how many calls it is granted
     * @param twice whether it is resumed by two commands, of which one has to be refused
     */
    record Continuation(Script script, long revision, long calls, boolean twice) {}

    /** The plot of a number. Neighbours are of different kinds. */
    static Plot of(long seed, int number) {
        Random random = new Random(seed * 1_000_033 + number);
        return switch (number % KINDS) {
            case 1, 7 -> chain(number, random);
            case 3, 9 -> shared(number, random);
            case 5 -> paidAndResumed(number, random);
            case 11 -> spentAndResumed(number, random);
            default -> new Alone(Script.of(seed, number));
        };
    }

    private static Plot chain(int number, Random random) {
        Script first = row(number, "0", random);
        List<List<Script>> levels = new ArrayList<>();
        int depth = 1 + random.nextInt(4);
        for (int level = 1; level <= depth; level++) {
            List<Script> runs = new ArrayList<>();
            int width = 1 + random.nextInt(3);
            for (int i = 0; i < width; i++) {
                runs.add(row(number, level + "." + i, random));
            }
            levels.add(runs);
        }
        return new Chain(number, first, levels, random.nextInt(3) == 0);
    }

    /** Each activation is a success. */
    private static Script row(int number, String name, Random random) {
        return Script.of(
                number,
                "balanced-" + number + "." + name,
                List.of(Step.look(1), Step.pay(ROW, random.nextInt(1_000), 2), Step.lookDone(3)));
    }

    private static Plot shared(int number, Random random) {
        long amount = random.nextInt(1_000);
        boolean other = random.nextInt(3) == 0;
        int runs = 2 + random.nextInt(3);
        return new Shared(
                number,
                IntStream.range(0, runs)
                        .mapToObj(i -> Script.of(
                                number,
                                "balanced-" + number + "." + i,
                                List.of(
                                        Step.pay("both", other && i == 0 ? amount + 1 : amount, 1),
                                        Step.look(2),
                                        Step.pay("both", amount, 1),
                                        Step.lookDone(3))))
                        .toList());
    }

    /** What was paid before the end is asked for again after it, and must not be paid again. */
    private static Plot paidAndResumed(int number, Random random) {
        long amount = random.nextInt(1_000);
        Step pay = Step.pay("pay", amount, 2);
        String agent = (random.nextBoolean() ? "strict-" : "balanced-") + number;
        Script first = Script.of(number, agent, List.of(Step.look(1), pay, Step.look(3)));
        List<Continuation> next = new ArrayList<>();
        int times = 1 + random.nextInt(2);
        for (int time = 1; time <= times; time++) {
            long revision = 100L * time;
            Step end = time == times ? Step.lookDone(revision + 2) : Step.look(revision + 2);
            Step more = Step.pay("pay" + time, amount, revision + 1);
            Script script = Script.of(number, agent, List.of(pay, more, end));
            next.add(new Continuation(script, revision, 0, random.nextInt(3) == 0));
        }
        return new Resumed(number, first, next);
    }

    /** A ceiling that is spent stays spent, until somebody grants more. */
    private static Plot spentAndResumed(int number, Random random) {
        String agent = "granted-" + number;
        Script first = Script.of(number, agent, rising(0, 9));
        long calls = 2L + random.nextInt(3);
        Script next = Script.of(number, agent, rising(100, 4));
        return new Resumed(number, first, List.of(new Continuation(next, 100, calls, random.nextInt(3) == 0)));
    }

    private static List<Step> rising(long from, int length) {
        return IntStream.rangeClosed(1, length)
                .mapToObj(step -> Step.look(from + step))
                .toList();
    }
}
