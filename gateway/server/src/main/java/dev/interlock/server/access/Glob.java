package dev.interlock.server.access;

import java.util.regex.Pattern;

/** A text in which a star stands for any characters. */
public final class Glob {
    private Glob() {}

    /** What the text stands for; a whole name has to match. */
    public static Pattern of(String text) {
        return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
    }
}
