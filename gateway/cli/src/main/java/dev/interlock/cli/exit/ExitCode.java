package dev.interlock.cli.exit;

/** What the exit code of every command means. */
public final class ExitCode {
    /** Done, and as asked. */
    public static final int OK = 0;

    /** Done, but the answer is no: a scenario ended otherwise, a check found something, a run is not known. */
    public static final int NO = 1;

    /** The command line is wrong. Nothing was done. */
    public static final int USAGE = 2;

    /** What the command needs is not there: Kafka, a free port, a JDK. */
    public static final int UNAVAILABLE = 3;

    /** A fault of Interlock itself. */
    public static final int FAULT = 70;

    private ExitCode() {}
}
