package dev.interlock.scenarios.memory;

import dev.interlock.scenarios.Director;
import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.Runner;
import dev.interlock.scenarios.Scenario;

/** Plays scenarios with the core alone. */
public final class MemoryRunner implements Runner {
    @Override
    public Report run(Scenario scenario) {
        return new Director(scenario, new MemoryWorld(scenario)).play();
    }
}
