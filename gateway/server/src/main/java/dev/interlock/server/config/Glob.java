package dev.interlock.server.config;

import java.util.regex.Pattern;

/** A text in which a star stands for any characters. */
final class Glob {
    private Glob() {}

    static Pattern of(String text) {
        return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
    }
}
