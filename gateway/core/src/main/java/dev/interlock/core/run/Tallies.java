package dev.interlock.core.run;

import dev.interlock.core.fact.Page;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a run counts of single tools: what their contracts limit, and how their calls went. Every part is capped.
 *
 * @param calls granted calls of each tool that has a ceiling of its own; of those beyond the first
 *     {@value #MOST_TOOLS} together, under the empty name
 * @param polls what is asked again because it was not ready, by fingerprint
 * @param sweeps what is asked for page after page, by series
 * @param rates how fast it calls
 * @param went how the calls of each tool went; a tool beyond the first {@value #MOST_TOOLS} is as one never called
 */
public record Tallies(
        Map<String, Integer> calls,
        Map<String, Poll> polls,
        Map<String, Sweep> sweeps,
        Rates rates,
        Map<String, Went> went) {

    /** The most tools whose calls are told apart: a further one shares its ceiling, which is never looser for that. */
    public static final int MOST_TOOLS = 128;

    /** The most polls that are known at one time; the one asked longest ago is forgotten first. */
    static final int MOST_POLLS = 64;

    /** The most series that are known at one time; the one asked for longest ago is forgotten first. */
    static final int MOST_SWEEPS = 64;

    /** Nothing is counted. */
    static final Tallies NONE = new Tallies(Map.of(), Map.of(), Map.of(), Rates.NONE, Map.of());

    private static final String OTHERS = "";

    public Tallies {
        calls = ordered(calls);
        polls = ordered(polls);
        sweeps = ordered(sweeps);
        went = ordered(went);
    }

    /**
     * One thing that is asked for until it is ready.
     *
     * @param asked how many calls were let through for it
     * @param firstAtMs when the first of them was sent
     * @param lastAtMs when the last of them was sent
     * @param pending whether the last result said that it is not ready yet
     */
    public record Poll(int asked, long firstAtMs, long lastAtMs, boolean pending) {
        Poll again(long atMs) {
            return new Poll(asked + 1, firstAtMs, atMs, pending);
        }

        Poll givenBack() {
            return new Poll(asked - 1, firstAtMs, lastAtMs, pending);
        }

        Poll pending(boolean now) {
            return new Poll(asked, firstAtMs, lastAtMs, now);
        }
    }

    /**
     * One thing that is asked for page after page, from its first page on.
     *
     * @param first cursor of the page it began with
     * @param pages how many pages were asked for
     * @param writes how many writes of the run had changed something when it began
     */
    public record Sweep(String first, int pages, long writes) {}

    /** How many calls count towards a tool's own ceiling. */
    int callsOf(String tool) {
        return calls.getOrDefault(counter(tool), 0);
    }

    /** The same after a call was let through; {@code writes} is how many writes of the run changed something so far. */
    Tallies opened(OpenCall call, long writes) {
        String asked = call.call().fingerprint();
        Tallies counted = called(call, 1);
        Tallies polled =
                polls.containsKey(asked) ? counted.poll(asked, polls.get(asked).again(call.sentAtMs())) : counted;
        return pageOf(call).map(page -> polled.turned(page, writes)).orElse(polled);
    }

    /** The same after a call was given back. */
    Tallies refunded(OpenCall call) {
        String asked = call.call().fingerprint();
        Tallies counted = called(call, -1).rates(rates.givenBack(call));
        Tallies polled =
                polls.containsKey(asked) ? counted.poll(asked, polls.get(asked).givenBack()) : counted;
        return pageOf(call)
                .filter(page -> sweeps.containsKey(page.series()))
                .map(page -> polled.swept(page.series(), -1))
                .orElse(polled);
    }

    Tallies rates(Rates changed) {
        return new Tallies(calls, polls, sweeps, changed, went);
    }

    Tallies poll(String fingerprint, Poll poll) {
        return new Tallies(calls, put(polls, fingerprint, poll, MOST_POLLS), sweeps, rates, went);
    }

    Tallies forgetPoll(String fingerprint) {
        Map<String, Poll> kept = new LinkedHashMap<>(polls);
        kept.remove(fingerprint);
        return new Tallies(calls, kept, sweeps, rates, went);
    }

    /** What is left when soft evidence is cleared: ceilings never are, and what happened has happened. */
    Tallies ceilingsOnly() {
        return new Tallies(calls, Map.of(), Map.of(), rates, went);
    }

    /** The same after a call came to its end, or to another one than was known. */
    Tallies ended(RunChange.CallEnded ended) {
        Went before = went.get(ended.tool());
        if (before == null && went.size() >= MOST_TOOLS) {
            return this;
        }
        Went known = before == null ? Went.NEVER : before;
        Map<String, Went> grown = new LinkedHashMap<>(went);
        grown.put(ended.tool(), ended.wasUnknown() ? known.found(ended.how()) : known.and(ended.how()));
        return new Tallies(calls, polls, sweeps, rates, grown);
    }

    /** Whether a page begins its series anew: it is the first one again, and something was written since. */
    boolean beginsAnew(Page page, long writes) {
        Sweep sweep = sweeps.get(page.series());
        return sweep == null || (sweep.first().equals(page.cursor()) && writes > sweep.writes());
    }

    private Tallies called(OpenCall call, int more) {
        boolean limited = call.contract()
                .limits()
                .filter(limits -> limits.calls().isPresent())
                .isPresent();
        boolean counts = limited || call.contract().countsAs().isPresent();
        if (!counts) {
            return this;
        }
        Map<String, Integer> counted = new LinkedHashMap<>(calls);
        counted.merge(counter(call.contract().counted(call.call().tool())), more, Integer::sum);
        return new Tallies(counted, polls, sweeps, rates, went);
    }

    private String counter(String tool) {
        return calls.containsKey(tool) || calls.size() < MOST_TOOLS ? tool : OTHERS;
    }

    /** The page a call asks for; one more try of it is no further page. */
    private static Optional<Page> pageOf(OpenCall call) {
        return call.call().page().filter(page -> call.contract().page().isPresent() && call.attempt() == 1);
    }

    private Tallies turned(Page page, long writes) {
        return beginsAnew(page, writes)
                ? sweep(page.series(), new Sweep(page.cursor(), 1, writes))
                : swept(page.series(), 1);
    }

    private Tallies swept(String series, int more) {
        Sweep sweep = sweeps.get(series);
        return sweep(series, new Sweep(sweep.first(), Math.max(0, sweep.pages() + more), sweep.writes()));
    }

    private Tallies sweep(String series, Sweep sweep) {
        return new Tallies(calls, polls, put(sweeps, series, sweep, MOST_SWEEPS), rates, went);
    }

    private static <T> Map<String, T> put(Map<String, T> items, String key, T value, int most) {
        Map<String, T> grown = new LinkedHashMap<>(items);
        grown.remove(key);
        grown.put(key, value);
        if (grown.size() > most) {
            grown.remove(grown.keySet().iterator().next());
        }
        return grown;
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        // A state that was kept before something was counted has nothing of it.
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
