package dev.interlock.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        validated_done     | completed            | none
        plan_exhausted     | partial              | resume_after_change human_review
        deadline           | stopped              | resume_after_change human_review
        turn_budget        | stopped              | resume_after_change human_review
        same_call          | stopped              | resume_after_change human_review
        no_progress        | stopped              | resume_after_change human_review
        denials            | stopped              | resume_after_change human_review
        fatal              | stopped              | human_review
        invalid_result     | stopped              | human_review
        invalid_evidence   | stopped              | human_review
        executor_exception | stopped              | human_review
        invalid_call       | stopped              | human_review
        operation_conflict | stopped              | human_review
        permission_denied  | stopped              | human_review resume_after_change
        policy_blocked     | stopped              | human_review resume_after_change
        operator_stop      | stopped              | human_review
        all_stopped        | stopped              | human_review
        unknown_commit     | needs_reconciliation | query_operation_status human_review
        executor_exception | needs_reconciliation | query_operation_status human_review
        invalid_evidence   | needs_reconciliation | query_operation_status human_review
        invalid_result     | needs_reconciliation | query_operation_status human_review
        retry_after_commit | needs_reconciliation | query_operation_status human_review
        human_required     | needs_human          | human_review
        approval_rejected  | needs_human          | human_review
        approval_expired   | needs_human          | human_review
        """)
    void everyEnding_saysWhatMayBeDoneNext(String reason, String status, String nextActions) {
        List<String> actions = reason(reason).nextActions(status(status)).stream()
                .map(NextAction::code)
                .toList();
        assertThat(actions).containsExactly(nextActions.split(" "));
    }

    @Test
    void onlyListedPairsOfStatusAndReason_canEndARun() {
        assertThatThrownBy(() -> Reason.DEADLINE.nextActions(Status.COMPLETED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no run ends as completed for deadline");
        assertThat(Reason.RETRY_TOO_EARLY.stopStatus()).isEmpty();
    }

    private static Reason reason(String code) {
        return Reason.valueOf(code.toUpperCase(java.util.Locale.ROOT));
    }

    private static Status status(String code) {
        return Status.valueOf(code.toUpperCase(java.util.Locale.ROOT));
    }
}
