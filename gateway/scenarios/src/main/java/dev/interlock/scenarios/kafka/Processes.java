package dev.interlock.scenarios.kafka;

/** The processes around a scenario, as far as a scenario may lay hands on them. */
public interface Processes {
    /** Kills the gateway with SIGKILL, starts it again on the same state and returns when it decides. */
    void restartGateway();
}
