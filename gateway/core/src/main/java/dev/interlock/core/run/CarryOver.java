package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.Ceilings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a resumed run starts from.
 *
 * @param endedRunId the run that was resumed
 * @param controlId the command that resumed it
 * @param change what is different this time
 * @param initial the new run as it begins: counters, ceilings, progress, policy and known operations of the ended one; its
 *     clock stands where that one's stopped
 */
public record CarryOver(String endedRunId, String controlId, Resume.Change change, RunState initial) {

    /**
     * What an ended run leaves to its successor. Ceilings and what is used of them go on, attempts at each call among them; soft evidence
     * ends with the change that was named: repetition windows ended with the run, and idling is forgiven.
     */
    static CarryOver of(RunState ended, Resume resume, Ceilings ceilings) {
        Map<String, OpenCall> writes = new LinkedHashMap<>();
        ended.open().forEach((id, call) -> {
            if (Endings.isWrite(call)) {
                writes.put(id, call.carriedOver());
            }
        });
        boolean unknown = writes.values().stream().anyMatch(call -> call.state() == OpenCall.Standing.UNKNOWN);
        RunState initial = new RunState(
                Lineage.successorOf(ended.runId()),
                ended.ownerAgentId(),
                ended.policyHash(),
                unknown ? Phase.RECONCILING : Phase.OPEN,
                ended.startedAtMs(),
                ended.deadlineAtMs(),
                ended.lastAtMs(),
                budgets(ended).keeping(ceilings),
                Map.of(),
                ended.progress().carriedOver(ended.runId()),
                ended.history().ended(List.of()),
                writes,
                ended.operations(),
                Optional.empty(),
                0,
                0,
                OptionalLong.empty(),
                ended.holds().clockOnly(),
                ended.chain(),
                List.of(),
                Lineage.from(ended.runId()));
        return new CarryOver(ended.runId(), resume.controlId(), resume.change(), initial);
    }

    /** Nobody tells the new run what becomes of reads: what they reserved counts as used there. */
    private static Budgets budgets(RunState ended) {
        Budgets budgets = ended.budgets();
        for (OpenCall call : ended.open().values()) {
            Kind kind = call.call().kind();
            if (kind != Kind.WRITE) {
                budgets = budgets.calls(budgets.calls().settle(1))
                        .cost(RunFold.paid(budgets.cost(), call, OptionalLong.empty()));
            }
            if (kind == Kind.MODEL) {
                budgets = budgets.modelCalls(budgets.modelCalls().settle(1));
            }
        }
        return budgets;
    }
}
