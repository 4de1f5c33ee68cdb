package dev.interlock.scenarios;

/** Something that can play scenarios. */
public interface Runner {
    /**
     * Plays a scenario to its end and compares.
     *
     * @throws IllegalStateException when something that was waited for did not come
     */
    Report run(Scenario scenario);
}
