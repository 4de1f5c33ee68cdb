package dev.interlock.scenarios;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a scripted tool does with one execution, and what its verifier then says.
 *
 * @param course whether it comes to a result at all
 * @param takesMs milliseconds the execution takes
 * @param report what is reported when it comes to a result
 */
public record Behaviour(Course course, long takesMs, ScriptedReport report) {

    /** How an execution goes. */
    public enum Course {
        /** The executor returns and the verifier speaks. */
        RETURNS,
        /** The executor throws. */
        THROWS,
        /** The executor returns and the verifier throws. */
        VERIFIER_THROWS,
        /** The executor never gives control back. */
        NEVER_RETURNS,
        /** The worker's process dies in the middle of it. */
        WORKER_DIES
    }

    /** Success. The evidence says that nothing moved; see {@link #revision}. */
    public static Behaviour ok() {
        return status("ok");
    }

    /** A failure that may be tried again. */
    public static Behaviour retryable() {
        return status("retryable").failing("transient", "unavailable");
    }

    /**
     * A failure that the same call will bring again, told to the agent so that it can do something else.
     *
     * @param code the tool's code for it
     */
    public static Behaviour wrong(String code) {
        return status("retryable").failing("permanent", code);
    }

    /** A failure for good. */
    public static Behaviour fatal() {
        return status("fatal").failing("permanent", "broken");
    }

    /** A refusal for want of permission. */
    public static Behaviour permissionDenied() {
        return status("permission_denied").failing("permanent", "forbidden");
    }

    /** A result with a status of any wording. */
    public static Behaviour status(String symbol) {
        return new Behaviour(Course.RETURNS, 0, ScriptedReport.of(symbol));
    }

    /** An executor that throws. */
    public static Behaviour throwing() {
        return ok().going(Course.THROWS);
    }

    /** A verifier that throws. */
    public static Behaviour verifierThrowing() {
        return ok().going(Course.VERIFIER_THROWS);
    }

    /** An executor that never gives control back. */
    public static Behaviour neverReturning() {
        return ok().going(Course.NEVER_RETURNS);
    }

    /** What a tool finds that is asked about a write which had no effect. */
    public static Behaviour absent() {
        return retryable().effect("not_committed");
    }

    /** A worker that dies while it executes. */
    public static Behaviour workerDying() {
        return ok().going(Course.WORKER_DIES);
    }

    /** The same, saying what it cost, in millionths of the currency unit. */
    public Behaviour costing(long micros) {
        return reporting(report.withCost(micros));
    }

    /** The same with evidence of a revision. */
    public Behaviour revision(long revision) {
        return reporting(report.withRevision(OptionalLong.of(revision)));
    }

    /** The same with evidence that the task is complete. */
    public Behaviour done() {
        return reporting(report.withDone(true));
    }

    /** The same without the revision that every result must have under a policy that counts revisions. */
    public Behaviour withoutRevision() {
        return reporting(report.withRevision(OptionalLong.empty()));
    }

    /**
     * The same with another effect than the usual one: {@code none} for a read, {@code committed} for a write.
     *
     * @param symbol none, committed, not_committed or unknown
     */
    public Behaviour effect(String symbol) {
        return reporting(report.withEffect(Optional.of(symbol)));
    }

    /** The same with another value. */
    public Behaviour value(Object value) {
        return reporting(report.withValue(value));
    }

    /** The same after some time. */
    public Behaviour after(long ms) {
        return new Behaviour(course, ms, report);
    }

    /** Whether nothing is ever reported of it. */
    public boolean endsWithoutReport() {
        return course == Course.NEVER_RETURNS || course == Course.WORKER_DIES;
    }

    private Behaviour failing(String kind, String code) {
        return reporting(report.withFailure(new ScriptedReport.Failure(kind, code)));
    }

    private Behaviour going(Course other) {
        return new Behaviour(other, takesMs, report);
    }

    private Behaviour reporting(ScriptedReport changed) {
        return new Behaviour(course, takesMs, changed);
    }
}
