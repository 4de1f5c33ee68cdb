package dev.interlock.server.app;

/** How a gateway process ended. */
public enum ExitCode {
    /** It was asked to end, and did so in order. */
    OK(0),
    /** The command line or the configuration file is wrong. */
    CONFIGURATION(64),
    /** The cluster could not be reached, or refused. */
    CLUSTER(69),
    /** Deciding threads died too often. */
    FAILED(70),
    /** A topic is missing or not as the contract says. */
    TOPICS(78);

    private final int status;

    ExitCode(int status) {
        this.status = status;
    }

    /** The process status. */
    public int status() {
        return status;
    }
}
