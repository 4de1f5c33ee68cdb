package dev.interlock.scenarios;

import dev.interlock.core.outcome.GuardReading;
import java.util.Optional;

/**
 * A run's terminal outcome, as far as a scenario looks at it.
 *
 * @param runId the run, by its real id
 * @param conclusion status and reason
 * @param guard what the guard read, where one fired
 * @param lastGood the proposal of the last good result
 */
public record RunEnd(String runId, Conclusion conclusion, Optional<GuardReading> guard, Optional<String> lastGood) {}
