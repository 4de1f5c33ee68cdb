package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.Target;
import dev.interlock.core.policy.Ceiling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything the gateway knows of one run. Only {@link RunFold} makes a new one.
 *
 * @param runId the run
 * @param ownerAgentId the agent that proposed first; in a run that goes on from another one, the owner of that one
 * @param policyHash the policy the run started with; the first of those that went on from each other, where there are more
 * @param phase where it stands
 * @param startedAtMs when its first proposal was taken up; of runs that went on from each other, that of the first
 * @param deadlineAtMs when its wall-clock ceiling is reached
 * @param lastAtMs the time of the last input; time never goes back in a run
 * @param budgets what it used and may use
 * @param turns the highest turn charged to each agent
 * @param progress how far it has come
 * @param history what it remembers of its past
 * @param open calls let through and not finally answered, by id
 * @param operations operations it asked for, by id, capped; the operation stage knows all
 * @param ending how it is going to end, once that is decided; while it still judges calls, after its last word
 * @param serial how many request and dispatch ids it gave out
 * @param outcomes how many outcomes it published
 * @param ownerEpoch the highest epoch of an owning process seen
 * @param holds what it waits for people with
 * @param chain the run as an activation of a chain
 * @param grants the commands that raised its ceilings: each is applied once
 * @param lineage the runs before and after it
 */
public record RunState(
        String runId,
        String ownerAgentId,
        String policyHash,
        Phase phase,
        long startedAtMs,
        long deadlineAtMs,
        long lastAtMs,
        Budgets budgets,
        Map<String, Long> turns,
        Progress progress,
        History history,
        Map<String, OpenCall> open,
        Map<String, KnownOperation> operations,
        Optional<Ending> ending,
        long serial,
        long outcomes,
        OptionalLong ownerEpoch,
        Holds holds,
        Chain chain,
        List<String> grants,
        Lineage lineage) {

    /** The most operations a run remembers; settled ones are forgotten first, and the operation stage still knows them. */
    static final int MOST_OPERATIONS = 128;

    /** The most agents whose turns are told apart in one run; every proposal of a further one costs a turn. */
    static final int MOST_AGENTS = 64;

    /** The most commands that may raise ceilings of one run: none is forgotten, or it could be applied again. */
    static final int MOST_GRANTS = 64;

    public RunState {
        grants = List.copyOf(grants);
        turns = ordered(turns);
        open = ordered(open);
        operations = ordered(operations);
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** One of its ceilings, in the ceiling's unit. */
    public long allowed(Ceiling ceiling) {
        return ceiling == Ceiling.WALL_CLOCK_MS
                ? wallClockMs()
                : budgets.budget(ceiling).allowed();
    }

    /** Its wall-clock ceiling, in milliseconds. */
    public long wallClockMs() {
        return deadlineAtMs - startedAtMs - holds.stoodMs();
    }

    /** How long it has run by then, the time it waited for people left out; in milliseconds. */
    public long ranMs(long atMs) {
        return atMs - startedAtMs - holds.stoodMs() - holds.standsMs(atMs);
    }

    /** What is left to the deadline, not below 0; in milliseconds. */
    public long leftMs(long atMs) {
        return Math.max(0, wallClockMs() - ranMs(atMs));
    }

    /** The run as stops look for it. */
    public Target target() {
        return new Target(runId, ownerAgentId, chain.root());
    }

    /** The reads and model calls running somewhere that a stop reaches: by themselves, or with the whole run. */
    public List<OpenCall> runningIn(Stop stop) {
        boolean whole = stop.endsRun(target());
        return open.values().stream()
                .filter(call -> call.call().kind() != Kind.WRITE)
                .filter(call -> whole
                        || stop.reaches(
                                target(),
                                call.agentId(),
                                call.call().tool(),
                                call.call().kind()))
                .toList();
    }

    /** Whether it is decided how it will end, and all that may come before is its last word. */
    public boolean closes() {
        return judges() && ending.isPresent();
    }

    /** Whether new calls are judged at all. */
    public boolean judges() {
        return phase != Phase.ENDING && phase != Phase.ENDED;
    }
}
