package dev.interlock.server.access;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The agents or the runs that somebody is bound to.
 *
 * @param globs names, in which a star stands for any characters; none allows none
 */
public record Names(List<String> globs) {
    /** Nothing. */
    public static final Names NONE = new Names(List.of());

    public Names {
        globs = List.copyOf(globs);
    }

    /** Whether the name is one of them. */
    public boolean allow(String name) {
        return globs.stream().map(Glob::of).map(Pattern::asMatchPredicate).anyMatch(glob -> glob.test(name));
    }
}
