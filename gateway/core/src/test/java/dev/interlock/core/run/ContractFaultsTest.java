package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What contracts and rules say against a call counts in the row of its reason, neither before nor behind it. */
class ContractFaultsTest {
    private final RunBench bench = new RunBench(Presets.balanced());

    private static Call write(String operationId) {
        return new Call("pay", Kind.WRITE, "f", "rule", Optional.ofNullable(operationId), "digest");
    }

    private static Call read(String fingerprint) {
        return new Call("look", Kind.READ, fingerprint, "rule", Optional.empty(), fingerprint);
    }

    private static Verdict propose(RunBench bench, String id, Call call, Reason reason) {
        Fault fault = new Fault(reason, "args/a", "is required", "absent");
        Proposal proposal = bench.proposal(id, call, RunBench.AGENT, 1, Optional.of(fault));
        return bench.decide(new RunInput.Proposed(proposal, Optional.empty())).verdict();
    }

    @Test
    void invalidArguments_areDeniedBeforeAMissingOperationId_andBehindAnUnknownTool() {
        assertThat(propose(bench, "p1", write(null), Reason.INVALID_ARGUMENTS).reason())
                .contains(Reason.INVALID_ARGUMENTS);
        assertThat(bench.outcomes(Outcome.Type.DENIED).get(0).fault())
                .hasValueSatisfying(fault -> assertThat(fault.field()).isEqualTo("args/a"));
        RunBench closed = new RunBench(Presets.balanced().withoutFallback());
        assertThat(propose(closed, "p1", write(null), Reason.INVALID_ARGUMENTS).reason())
                .contains(Reason.UNKNOWN_TOOL);
    }

    @Test
    void aRuleThatDenies_comesBehindTheShapeOfACall() {
        assertThat(propose(bench, "p1", write(null), Reason.POLICY_BLOCKED).reason())
                .contains(Reason.MISSING_OPERATION_ID);
        assertThat(propose(bench, "p2", write("op-1"), Reason.POLICY_BLOCKED).reason())
                .contains(Reason.POLICY_BLOCKED);
    }

    @Test
    void aRuleThatDenies_comesBeforeRepetition() {
        for (int i = 0; i < 2; i++) {
            bench.read("p" + i, "same");
        }
        assertThat(propose(bench, "p2", read("same"), Reason.POLICY_BLOCKED).reason())
                .contains(Reason.POLICY_BLOCKED);
    }

    @Test
    void whatIsOnlyObserved_isLetThrough_butNoWriteWithoutAnOperationId() {
        RunBench shadow = new RunBench(observing(Presets.balanced()));
        for (Reason reason : new Reason[] {Reason.INVALID_ARGUMENTS, Reason.POLICY_BLOCKED}) {
            Verdict verdict = propose(shadow, "read " + reason, read("f" + reason), reason);
            assertThat(verdict.what()).isEqualTo(Verdict.What.GRANTED);
            assertThat(verdict.reason()).contains(reason);
            assertThat(propose(shadow, "write " + reason, write(null), reason).reason())
                    .contains(Reason.MISSING_OPERATION_ID);
        }
    }

    @Test
    void aRuleThatHolds_hasAPersonAskedLast() {
        assertThat(propose(bench, "p1", write(null), Reason.APPROVAL_REQUIRED).reason())
                .contains(Reason.MISSING_OPERATION_ID);
        Verdict held = propose(bench, "p2", read("f"), Reason.APPROVAL_REQUIRED);
        assertThat(held.what()).isEqualTo(Verdict.What.PAUSED);
        assertThat(held.reason()).contains(Reason.APPROVAL_REQUIRED);
        bench.approve("f");
        assertThat(bench.effects())
                .filteredOn(RunEffect.Execute.class::isInstance)
                .hasSize(1);
    }

    private static Policy observing(Policy policy) {
        return policy.with(new Action.Observe(), policy.actions());
    }
}
