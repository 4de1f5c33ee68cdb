package dev.interlock.policy.contract;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Regular expressions that take linear time, whatever the text: those of RE2, without back references and look-around.
 * Counted repetitions are copied when one is compiled, so their product is bounded before that.
 */
final class Patterns {
    /** The most single steps of one, repetitions multiplied out. */
    static final int MOST_STEPS = 2_000;

    private static final long ENDLESS = Integer.MAX_VALUE;

    private final String text;
    private int at;

    private Patterns(String text) {
        this.text = text;
    }

    /** What is wrong with one; empty when it can be used. */
    static Optional<String> fault(String pattern) {
        if (new Patterns(pattern).steps() > MOST_STEPS) {
            return Optional.of("must have at most " + MOST_STEPS + " steps, repetitions multiplied out");
        }
        try {
            Pattern.compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("must be a regular expression as RE2 knows them, here: " + e.getDescription());
        }
    }

    /** One that is known to have no fault. */
    static Pattern compile(String pattern) {
        return Pattern.compile(pattern);
    }

    private long steps() {
        Deque<Long> outer = new ArrayDeque<>();
        long sum = 0;
        long last = 0;
        while (at < text.length()) {
            char letter = text.charAt(at++);
            long times = letter == '{' ? times() : 0;
            if (times > 0) {
                sum = bounded(sum - last + last * times);
                last = bounded(last * times);
            } else if (letter == '(') {
                outer.push(sum);
                sum = 0;
                last = 0;
            } else if (letter == ')' && !outer.isEmpty()) {
                last = sum;
                sum = bounded(sum + outer.pop());
            } else {
                skip(letter);
                last = 1;
                sum = bounded(sum + 1);
            }
        }
        while (!outer.isEmpty()) {
            sum = bounded(sum + outer.pop());
        }
        return sum;
    }

    /** The most a repetition like {@code {2,5}} says, read to its end; 0 where the brace is a letter like others. */
    private long times() {
        int end = text.indexOf('}', at);
        if (end < 0 || !text.substring(at, end).matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
            return 0;
        }
        long most = 1;
        for (String number : text.substring(at, end).split(",")) {
            most = Math.max(most, number.isEmpty() ? 1 : Long.parseLong(number));
        }
        at = end + 1;
        return most;
    }

    private void skip(char letter) {
        if (letter == '\\') {
            at++;
        } else if (letter == '[') {
            at += text.startsWith("^", at) ? 1 : 0;
            at += text.startsWith("]", at) ? 1 : 0;
            while (at < text.length() && text.charAt(at) != ']') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
        }
    }

    private static long bounded(long steps) {
        return Math.min(ENDLESS, steps);
    }
}
