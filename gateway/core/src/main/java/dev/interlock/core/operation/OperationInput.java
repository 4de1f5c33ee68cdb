package dev.interlock.core.operation;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Stop;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Everything that can happen to an operation. */
public sealed interface OperationInput {

    /**
     * A run wants it executed, or its stored result.
     *
     * @param request the wish
     * @param stops the stops in force; those that do not reach it are passed over
     * @param closure what the dead-man switch keeps closed; empty when it is open or off
     */
    record Requested(Request request, List<Stop> stops, Optional<Closure> closure) implements OperationInput {
        public Requested {
            stops = List.copyOf(stops);
        }
    }

    /**
     * A run does not want it any more.
     *
     * @param requestId the wish withdrawn
     * @param runId the run
     * @param proposalId the proposal the wish came from
     */
    record Withdrawn(String requestId, String runId, String proposalId) implements OperationInput {}

    /**
     * A run that an operation triggered asks to be admitted to its chain.
     *
     * @param admission the wish
     * @param counted the number it was counted under here before; empty when it was not
     */
    record AdmissionAsked(Admission admission, OptionalLong counted) implements OperationInput {}

    /**
     * A worker reported.
     *
     * @param dispatchId the dispatch reported on
     * @param epoch the epoch reported on
     * @param result what it reports
     * @param names the dispatch the receipt names as the cause of the effect, where it names one
     * @param resultDigest digest of the whole report, by which it can be found again
     * @param appendedAtMs when the broker took the report in
     */
    record Reported(
            String dispatchId, int epoch, Result result, Optional<String> names, String resultDigest, long appendedAtMs)
            implements OperationInput {}

    /**
     * A worker says that a dispatch still runs.
     *
     * @param dispatchId the dispatch
     * @param epoch its epoch
     */
    record Running(String dispatchId, int epoch) implements OperationInput {}

    /**
     * The result of a dispatch counts as missing.
     *
     * @param epoch the epoch that was timed
     */
    record TimeoutDue(int epoch) implements OperationInput {}

    /**
     * It is time to ask what became of an epoch, or to give up asking.
     *
     * @param epoch the epoch that is asked about
     * @param attempt the question it is time for, from 1
     */
    record QueryDue(int epoch, int attempt) implements OperationInput {}

    /** An operator says what became of it. */
    record Resolved(Resolution resolution) implements OperationInput {}

    /**
     * A stop was set.
     *
     * @param stop the stop; it may reach the claim or not
     */
    record Stopped(Stop stop) implements OperationInput {}

    /**
     * The settled operation may be forgotten.
     *
     * @param version the version this was armed for
     */
    record HorizonDue(long version) implements OperationInput {}
}
