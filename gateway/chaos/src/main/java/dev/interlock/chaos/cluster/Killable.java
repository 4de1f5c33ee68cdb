package dev.interlock.chaos.cluster;

/** A process that can be killed, frozen and started again. Not for several threads at once. */
public interface Killable {
    /** Ends it with SIGKILL, frozen or not, and returns when it is gone. */
    void kill();

    /** Starts it again, as it was started; it gets ready in its own time. */
    void restart();

    /** Stops all its threads with SIGSTOP. */
    void freeze();

    /** Lets it run on. */
    void thaw();

    /** Whether it has not ended; a frozen one is alive. */
    boolean isAlive();
}
