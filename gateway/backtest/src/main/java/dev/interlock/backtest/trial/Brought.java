package dev.interlock.backtest.trial;

import dev.interlock.core.fact.Result;
import dev.interlock.schemas.Json;
import java.util.Optional;

/**
 * What a call brought.
 *
 * @param result what was reported
 * @param value the value itself; empty where only its digest is known
 */
record Brought(Result result, Optional<Json> value) {
    /** What is known by its digest alone. */
    static Brought of(Result result) {
        return new Brought(result, Optional.empty());
    }
}
