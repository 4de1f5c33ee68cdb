package dev.interlock.server.wire;

import dev.interlock.core.fact.Result;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Json;
import java.util.Optional;

/** What can stand on a topic of results. */
public sealed interface ReportMessage {
    /**
     * A worker reported.
     *
     * @param id the run or operation, as the topic is keyed
     * @param dispatchId the dispatch reported on
     * @param epoch the epoch reported on
     * @param result what the core decides on
     * @param names the dispatch the receipt names as the cause of the effect, where it names one
     * @param digest digest of the whole report
     * @param brought the value, however large it is; empty where there is none, or it is elsewhere
     * @param carried what is passed on
     */
    record Reported(
            String id,
            String dispatchId,
            int epoch,
            Result result,
            Optional<String> names,
            String digest,
            Optional<Json> brought,
            Carried carried)
            implements ReportMessage {}

    /** A worker says that it still runs. */
    record Running(String id, String dispatchId, int epoch) implements ReportMessage {}

    /** A deadline was reached, or a sweep goes on. */
    record Came(Due due) implements ReportMessage {}
}
