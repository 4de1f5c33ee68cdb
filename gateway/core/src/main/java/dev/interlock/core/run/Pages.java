package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Page;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.ToolContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked for page after page: the half of row 10 of the contract's order that is about pages. Pages are compared as
 * long as nothing is written; they are remembered as long as calls are compared.
 */
final class Pages {
    private final RunState run;
    private final Proposal proposal;
    private final Call call;

    Pages(RunState run, Proposal proposal, Call call) {
        this.run = run;
        this.proposal = proposal;
        this.call = call;
    }

    Optional<Finding> check(ToolContract contract) {
        return contract.page().flatMap(rule -> call.page().flatMap(page -> check(rule, page)));
    }

    private Optional<Finding> check(PageRule rule, Page page) {
        List<Attempted> seen = seen(page);
        long known = seen.stream().filter(s -> cursor(s).equals(page.cursor())).count();
        if (comesAgain(page, seen)) {
            return Optional.of(Finding.counted(Reason.PAGE_CYCLE, 1, Math.max(known, 1) + 1));
        }
        Tallies.Sweep sweep = run.history().tallies().sweeps().get(page.series());
        boolean anew = run.history().tallies().beginsAnew(page, run.history().writes());
        return !anew && !isRetry() && sweep.pages() >= rule.most()
                ? Optional.of(Finding.counted(Reason.PAGE_LIMIT, rule.most(), sweep.pages() + 1L))
                : Optional.empty();
    }

    /**
     * Going back to a page is a cycle, and so is going on after one whose records were on an earlier page, wherever the
     * cursor points. A cursor that stands still is none as long as it brings other records: the service keeps the place.
     */
    private static boolean comesAgain(Page page, List<Attempted> seen) {
        if (seen.isEmpty()) {
            return false;
        }
        Attempted last = seen.getLast();
        boolean goesBack = !cursor(last).equals(page.cursor())
                && seen.stream().anyMatch(s -> cursor(s).equals(page.cursor()));
        boolean sameRecords = !records(last).isEmpty()
                && seen.stream()
                        .limit(seen.size() - 1L)
                        .anyMatch(s -> records(s).equals(records(last)));
        return goesBack || sameRecords;
    }

    /** The pages that came since the last write, each once in a turn, and not what this turn itself asked for. */
    private List<Attempted> seen(Page page) {
        Map<List<Object>, Attempted> once = new LinkedHashMap<>();
        for (Attempted attempted : run.history().calls()) {
            boolean ofSeries = attempted
                    .page()
                    .filter(p -> p.series().equals(page.series()))
                    .isPresent();
            if (ofSeries && isCurrent(attempted) && !isTwin(attempted, page)) {
                once.putIfAbsent(List.of(attempted.agentId(), attempted.turn(), cursor(attempted)), attempted);
            }
        }
        return List.copyOf(once.values());
    }

    private boolean isTwin(Attempted attempted, Page page) {
        return attempted.sameTurn(proposal.agentId(), proposal.turn())
                && cursor(attempted).equals(page.cursor());
    }

    private boolean isCurrent(Attempted attempted) {
        return attempted
                .mark()
                .filter(mark ->
                        mark.answered() && mark.writes() == run.history().writes())
                .isPresent();
    }

    private boolean isRetry() {
        return run.history().retries().containsKey(call.fingerprint());
    }

    private static String cursor(Attempted attempted) {
        return attempted.page().map(Page::cursor).orElse("");
    }

    private static String records(Attempted attempted) {
        return attempted.mark().map(Attempted.Mark::pageDigest).orElse("");
    }
}
