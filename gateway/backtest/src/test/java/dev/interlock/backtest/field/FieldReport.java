package dev.interlock.backtest.field;

import dev.interlock.backtest.trial.Recording;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/**
 * What somebody reported, in own words.
 *
 * @param source the public issue it was reported in
 * @param what what happened
 * @param recording the calls
 * @param refusal why the first call that should not run is denied; nothing where the work is legitimate
 */
record FieldReport(String source, String what, Recording recording, Optional<Reason> refusal) {

    /** Work that has to go on. */
    static FieldReport legitimate(String source, String what, Recording recording) {
        return new FieldReport(source, what, recording, Optional.empty());
    }

    /** What has to be denied. */
    static FieldReport loop(String source, String what, Reason refusal, Recording recording) {
        return new FieldReport(source, what, recording, Optional.of(refusal));
    }

    @Override
    public String toString() {
        return source + ": " + what;
    }
}
