package dev.interlock.cli.doctor;

/**
 * What an examination found.
 *
 * @param level how bad it is
 * @param check what was looked at
 * @param found what was seen
 * @param advice what it means and what to do; empty where all is well
 */
public record Finding(Level level, String check, String found, String advice) {
    /** How bad it is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** It works, and somebody should know; or it could not be looked at. */
        WARNING,
        /** A promise does not hold, or nothing works. */
        PROBLEM
    }

    static Finding ok(String check, String found) {
        return new Finding(Level.OK, check, found, "");
    }

    static Finding warning(String check, String found, String advice) {
        return new Finding(Level.WARNING, check, found, advice);
    }

    static Finding problem(String check, String found, String advice) {
        return new Finding(Level.PROBLEM, check, found, advice);
    }
}
