package dev.interlock.policy.contract;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;

/**
 * What a secret looks like. An expression that cannot be made slow is slow always, and hardly any text has a secret: one
 * without any of a shape's marks is not looked at further.
 */
final class Shape {
    private final Pattern pattern;
    private final List<String> marks;

    /**
     * A shape.
     *
     * @param expression of what it looks like
     * @param marks one of which stands in each text it is in, in lower case
     */
    Shape(String expression, String... marks) {
        this.pattern = Pattern.compile(expression);
        this.marks = List.of(marks);
    }

    /** A text as marks are looked for in it; empty where letters that are none of ASCII may stand for some that are. */
    static String lower(String text) {
        return text.chars().allMatch(c -> c < 128) ? text.toLowerCase(Locale.ROOT) : "";
    }

    boolean isIn(String text, String lower) {
        return isMarked(text, lower) && pattern.matcher(text).find();
    }

    String without(String text, String lower, String instead) {
        return isMarked(text, lower) ? pattern.matcher(text).replaceAll(instead) : text;
    }

    private boolean isMarked(String text, String lower) {
        return lower.isEmpty() != text.isEmpty() || marks.stream().anyMatch(lower::contains);
    }
}
