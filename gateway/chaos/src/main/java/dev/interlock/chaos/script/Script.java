package dev.interlock.chaos.script;

import dev.interlock.chaos.script.Step.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What one agent does in one run. It is made from its number and a seed, so that the same run can be made again.
 *
 * @param number its number
 * @param agent the agent that plays it, whose name says the policy
 * @param steps what it does, until its run has ended
 */
public record Script(int number, String agent, List<Step> steps) {
    private static final int KINDS = 8;

    public Script {
        steps = List.copyOf(steps);
    }

    /** The script of a number. Neighbours are of different kinds. */
    public static Script of(long seed, int number) {
        Random random = new Random(seed * 1_000_003 + number);
        int length = 4 + random.nextInt(5);
        return switch (number % KINDS) {
            case 0 -> script(number, "strict", rising(length), Step.lookDone(length + 1));
            case 1 -> script(number, "balanced", paying(length, random), Step.lookDone(length + 1));
            case 2 -> script(number, "balanced", paying(length, random));
            case 3 -> script(number, "strict", sameAgain(length));
            case 4 -> script(number, "balanced", paidTwice(random), Step.lookDone(9));
            case 5 -> script(number, "strict", otherAmount(length));
            case 6 -> script(number, "capped", rising(9));
            default -> script(number, "balanced", together(length), failing(number), Step.lookDone(99));
        };
    }

    /** Given steps. Whatever has not ended its run by then is ended by the agent. */
    static Script of(int number, String agent, List<Step> steps) {
        return new Script(
                number,
                agent,
                Stream.concat(steps.stream(), Stream.of(new Step.Finish())).toList());
    }

    private static Script script(int number, String policy, Object... parts) {
        List<Step> steps = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof List<?> several) {
                several.forEach(step -> steps.add((Step) step));
            } else {
                steps.add((Step) part);
            }
        }
        return of(number, policy + "-" + number, steps);
    }

    private static List<Step> rising(int length) {
        List<Step> steps = new ArrayList<>();
        for (int revision = 1; revision <= length; revision++) {
            steps.add(Step.look(revision));
        }
        return steps;
    }

    private static List<Step> paying(int length, Random random) {
        List<Step> steps = new ArrayList<>();
        for (int revision = 1; revision <= length; revision++) {
            boolean write = random.nextBoolean();
            steps.add(write ? Step.pay("pay" + revision, random.nextInt(1_000), revision) : Step.look(revision));
        }
        return steps;
    }

    /** The third of the same calls is not let through. */
    private static List<Step> sameAgain(int length) {
        List<Step> steps = rising(length);
        steps.addAll(List.of(Step.look(length), Step.look(length), Step.look(length)));
        return steps;
    }

    /** The second time the stored result is given. */
    private static List<Step> paidTwice(Random random) {
        long amount = random.nextInt(1_000);
        return List.of(Step.look(1), Step.pay("pay", amount, 2), Step.pay("pay", amount, 2), Step.look(3));
    }

    private static List<Step> otherAmount(int length) {
        List<Step> steps = rising(length);
        steps.add(Step.pay("pay", 7, length + 1L));
        steps.add(Step.pay("pay", 8, length + 2L));
        return steps;
    }

    private static List<Step> together(int length) {
        List<Step> steps = new ArrayList<>();
        for (int turn = 1; turn <= length; turn++) {
            steps.add(Step.turn(
                    new Call("", Map.of("revision", turn, "part", 1)),
                    new Call("", Map.of("revision", turn, "part", 2)),
                    new Call("both" + turn, Map.of("revision", turn, "amount", turn))));
        }
        return steps;
    }

    /** Two tries of the tool fail, the third does not. */
    private static List<Step> failing(int number) {
        Step busy = Step.turn(new Call("", Map.of("revision", 50, "fails", 2, "tries", "busy")));
        return List.of(busy, busy, busy);
    }
}
