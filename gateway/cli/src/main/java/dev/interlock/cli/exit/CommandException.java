package dev.interlock.cli.exit;

/** A command that could not do what was asked. The message says why and what to do next. */
public final class CommandException extends RuntimeException {
    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the command needs is not there. */
    public static CommandException unavailable(String message) {
        return new CommandException(ExitCode.UNAVAILABLE, message);
    }

    /** The command line is wrong. */
    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** The exit code to end with. */
    public int exitCode() {
        return exitCode;
    }
}
