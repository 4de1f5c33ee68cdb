package dev.interlock.core.run;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Which runs do the same work one after the other. A run that is resumed has one successor, and the successor's id says
 * so: {@code r}, then {@code r~1}, then {@code r~2}.
 *
 * @param resumedFrom the ended run this one goes on from
 * @param successor the run that goes on from this one, once this one was resumed
 */
public record Lineage(Optional<String> resumedFrom, Optional<Successor> successor) {
    /** A run that an agent began, not resumed. */
    public static final Lineage NONE = new Lineage(Optional.empty(), Optional.empty());

    private static final String MARK = "~";

    /**
     * The run that goes on.
     *
     * @param runId its id
     * @param controlId the command that resumed
     */
    public record Successor(String runId, String controlId) {}

    static Lineage from(String endedRunId) {
        return new Lineage(Optional.of(endedRunId), Optional.empty());
    }

    Lineage with(Successor resumed) {
        return new Lineage(resumedFrom, Optional.of(resumed));
    }

    /** Whether only a resume can begin a run of this id: agents may not make such ids themselves. */
    public static boolean isIssued(String runId) {
        String number = runId.substring(runId.lastIndexOf(MARK) + 1);
        boolean marked = number.length() < runId.length();
        return marked && !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Whether a stop of one run is of a run that goes on from this one, at once or later: what this left open is its. */
    public static boolean isLeftTo(Stop stop, String runId) {
        if (stop.scope() != StopScope.RUN || !isIssued(stop.id())) {
            return false;
        }
        String first = first(stop.id());
        return runId.equals(first)
                || (isIssued(runId)
                        && first(runId).equals(first)
                        && number(runId).compareTo(number(stop.id())) < 0);
    }

    private static String first(String issued) {
        return issued.substring(0, issued.lastIndexOf(MARK));
    }

    private static BigInteger number(String issued) {
        return new BigInteger(issued.substring(issued.lastIndexOf(MARK) + 1));
    }

    /** The id of the run that goes on from another one. */
    public static String successorOf(String runId) {
        if (!isIssued(runId)) {
            return runId + MARK + 1;
        }
        return first(runId) + MARK + number(runId).add(BigInteger.ONE);
    }
}
