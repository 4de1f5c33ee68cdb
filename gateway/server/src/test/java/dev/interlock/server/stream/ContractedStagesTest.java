package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each part of a contract is held against calls and results where the stages take them up, and journaled as it was found. */
class ContractedStagesTest {
    private static final String POLICY = """
        tools: {
          refund: {effect: keyed_write, identity: [/order], volatile: [/at], sensitive: [/card],
                   failure: {when: 'has(value.success) && !value.success', class: permanent, code: refused},
                   args_schema: {type: object, required: [order],
                                 properties: {order: {type: string}, at: {type: string}, card: {type: string}}}},
          look: {required_data: [/text], volatile_result: [/reads],
                 failure: {when: 'has(value.success) && !value.success', class: permanent, code: refused}},
          job: {pending: value.state == 'running', poll: {most: 2, every_ms: 0, within_ms: 60000}},
          pages: {cursor: /page, records: /orders, page: {most: 9}}},
        rules: [
          {name: first, when: "call.tool == 'send' && !('check' in run.succeeded)", then: deny, reason: check first},
          {name: after, when: "call.tool == 'send' && run.last['check'] == 'failed'", then: deny, reason: it failed},
          {name: ask, when: "call.tool == 'send'", then: hold, reason: ask},
          {name: poor, when: "call.tool == 'dear' && counters.cost_left_micros < 50", then: deny, reason: too dear}],
        ceilings: {cost_micros: 100}
        """;

    @TempDir
    private Path state;

    private Wired gateway;

    @BeforeEach
    void start() {
        gateway = new Wired(POLICY, state);
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    private static String reason(JsonNode outcome) {
        return outcome.path("reason").asText();
    }

    private JsonNode refund(String id, String args) {
        return gateway.propose(id, "refund", "write", args);
    }

    private String look(String id, String brought) {
        JsonNode denied = gateway.propose(id, "look", "read", "{}");
        return denied.isEmpty() ? gateway.reports(brought).path("type").asText() : reason(denied);
    }

    @Test
    void argumentsThatDoNotFit_areDenied_andTheAnswerHasThePointer() {
        JsonNode denied = refund("p1", "{\"order\":\"o1\",\"mode\":\"fast\"}");
        assertThat(reason(denied)).isEqualTo("invalid_arguments");
        assertThat(denied.at("/error/field").asText()).isEqualTo("args/mode");
        assertThat(gateway.dispatches()).isEmpty();
    }

    @Test
    void aWrite_getsItsOperationIdFromItsArguments_withoutTheVolatileOnes() {
        refund("p1", "{\"order\":\"o1\",\"at\":\"monday\"}");
        String operation = gateway.dispatches().get(0).path("operation_id").asText();
        assertThat(operation).isNotEmpty();
        gateway.reports("{}");
        assertThat(refund("p2", "{\"order\":\"o1\",\"at\":\"friday\"}")
                        .path("type")
                        .asText())
                .isEqualTo("replayed");
        assertThat(gateway.dispatches()).hasSize(1);
    }

    @Test
    void sensitiveArguments_areNotJournaled_theOthersAre_andOfToolsThatNameNoneNothingIs() {
        refund("p1", "{\"order\":\"order-o1\",\"card\":\"4111\"}");
        gateway.propose("p2", "look", "read", "{\"what\":\"plain-words\"}");
        assertThat(gateway.journaled("call")).hasSize(2);
        String entries = gateway.journaled("call").toString();
        assertThat(entries).contains("order-o1").doesNotContain("4111").doesNotContain("plain-words");
        assertThat(gateway.dispatches().toString()).contains("4111").contains("plain-words");
    }

    @Test
    void aResultThatLacksWhatWasPromised_isInvalid_andTheJournalSaysWhy() {
        gateway.propose("p1", "look", "read", "{}");
        JsonNode result = gateway.reports("{\"other\":1}");
        assertThat(reason(result)).isEqualTo("invalid_result");
        assertThat(result.at("/error/field").asText()).isEqualTo("value/text");
        assertThat(gateway.journaled("result").toString()).contains("value/text");
    }

    @Test
    void aResultThatCallsItselfOk_isAFailureOfARead() {
        gateway.propose("p1", "look", "read", "{}");
        JsonNode result = gateway.reports("{\"success\":false}");
        assertThat(result.at("/error/code").asText()).isEqualTo("refused");
        assertThat(result.at("/error/class").asText()).isEqualTo("permanent");
    }

    /** Of a write only the run says so: the operation is committed, since that is proven. */
    @Test
    void aResultThatCallsItselfOk_isAFailureOfAWrite() {
        refund("p1", "{\"order\":\"o1\"}");
        gateway.reports("{\"success\":false}");
        assertThat(gateway.journaled("answer").toString()).contains("retry_after_commit");
    }

    @Test
    void resultsThatDifferInTheirVolatilePart_areTheSame() {
        assertThat(look("p1", "{\"text\":\"a\",\"reads\":1}")).isEqualTo("result");
        assertThat(look("p2", "{\"text\":\"a\",\"reads\":2}")).isEqualTo("result");
        assertThat(look("p3", "{\"text\":\"a\",\"reads\":3}")).isEqualTo("same_call");
    }

    @Test
    void whatIsPending_isAskedForAgain_andOnlyWithinItsPoll() {
        for (int i = 1; i <= 2; i++) {
            assertThat(gateway.propose("p" + i, "job", "read", "{}").isEmpty()).isTrue();
            gateway.reports("{\"state\":\"running\"}");
        }
        assertThat(reason(gateway.propose("p3", "job", "read", "{}"))).isEqualTo("poll_limit");
    }

    @Test
    void aCursorThatMovesOverTheSameRecords_isACycle() {
        gateway.propose("p1", "pages", "read", "{}");
        gateway.reports("{\"orders\":[1],\"next\":\"b\"}");
        gateway.propose("p2", "pages", "read", "{\"page\":\"b\"}");
        gateway.reports("{\"orders\":[1],\"next\":\"c\"}");
        assertThat(reason(gateway.propose("p3", "pages", "read", "{\"page\":\"c\"}")))
                .isEqualTo("page_cycle");
    }

    @Test
    void rules_seeHowTheCallsBeforeWent_andTheJournalNamesThoseThatApplied() {
        assertThat(reason(gateway.propose("p1", "send", "read", "{}"))).isEqualTo("policy_blocked");
        assertThat(gateway.journaled("call").toString()).contains("\"first\"");
        gateway.propose("p2", "check", "read", "{}");
        gateway.reports("{\"fits\":true}");
        assertThat(reason(gateway.propose("p3", "send", "read", "{}"))).isEqualTo("approval_required");
    }

    @Test
    void rules_seeWhatARunMayStillSpend() {
        assertThat(gateway.estimating(60).propose("p1", "dear", "read", "{}").isEmpty())
                .isTrue();
        assertThat(reason(gateway.propose("p2", "dear", "read", "{\"again\":1}")))
                .isEqualTo("policy_blocked");
    }

    @Test
    void aCallThatNothingSpeaksAgainst_runsOnceItIsApproved() {
        JsonNode held = hold(() -> gateway.reports("{\"fits\":true}"));
        assertThat(approved(held)).isEqualTo("");
        assertThat(gateway.dispatches()).hasSize(3);
    }

    /** The check that still ran when the person was asked fails while that person decides. */
    @Test
    void aRuleThatSpeaksAgainstACallByTheTimeOfItsApproval_deniesIt_andTheJournalNamesIt() {
        JsonNode held = hold(() -> gateway.fails("404"));
        assertThat(approved(held)).isEqualTo("policy_blocked");
        assertThat(gateway.journaled("approve").toString()).contains("\"after\"");
        assertThat(gateway.dispatches()).hasSize(2);
    }

    /** A check that passed, a second one that runs, a person who is asked, and then the second comes to its end. */
    private JsonNode hold(Runnable end) {
        gateway.propose("c1", "check", "read", "{}");
        gateway.reports("{\"fits\":true}");
        gateway.propose("c2", "check", "read", "{\"again\":1}");
        JsonNode held = gateway.propose("s1", "send", "read", "{}");
        assertThat(reason(held)).isEqualTo("approval_required");
        end.run();
        return held.get("hold");
    }

    private String approved(JsonNode hold) {
        gateway.commands(
                "approve",
                "\"hold_id\":\"%s\",\"digest\":\"%s\""
                        .formatted(
                                hold.get("hold_id").textValue(),
                                hold.get("digest").textValue()));
        JsonNode answer = gateway.answer("s1");
        return answer.path("type").asText().equals("denied") ? reason(answer) : "";
    }

    /** A run that is resumed goes on with its rules, and with what they look at. */
    @Test
    void aResumedRun_isHeldToTheSameRules_andKnowsWhatWasDone() {
        resumed();
        assertThat(reason(gateway.in(Wired.RUN + "~1").propose("n1", "send", "read", "{}")))
                .isEqualTo("approval_required");
    }

    private void resumed() {
        gateway.propose("p1", "check", "read", "{}");
        gateway.reports("{\"fits\":true}");
        JsonNode end = gateway.finish("end");
        assertThat(end.path("type").asText())
                .as(end + " " + gateway.deadLetters())
                .isEqualTo("terminal");
        gateway.commands("resume", "\"change\":\"strategy_changed\"");
        assertThat(gateway.deadLetters()).isEmpty();
    }

    @Test
    void aResumedRun_isHeldToTheSameArguments() {
        resumed();
        assertThat(reason(gateway.in(Wired.RUN + "~1").propose("n1", "refund", "write", "{}")))
                .isEqualTo("invalid_arguments");
    }
}
