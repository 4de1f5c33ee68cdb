package dev.interlock.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import org.junit.jupiter.api.Test;

/** Which calls wait for a person, as outcomes tell. */
class HoldViewTest {
    private static final Json ARGS = Json.parse("{\"amount\":30}");

    private final HoldView.Holds holds = new HoldView.Holds();

    @Test
    void aHeldCall_waitsWithItsArguments_whoeverIsToldOfItLater() {
        see(paused("p1", ARGS));
        see(paused("p2", null));
        assertThat(holds.waiting()).singleElement().satisfies(waiting -> {
            assertThat(waiting.runId()).isEqualTo("run-1");
            assertThat(waiting.notice().call().args()).isEqualTo(ARGS);
        });
    }

    @Test
    void anAnsweredCall_waitsNoMore_butTheAnswerOfAnotherIsNotItsOwn() {
        see(paused("p1", ARGS));
        see(outcome("result", "run-1", "p0"));
        see(outcome("terminal", "run-2", null));
        assertThat(holds.waiting()).hasSize(1);
        see(outcome("denied", "run-1", "p1"));
        assertThat(holds.waiting()).isEmpty();
    }

    @Test
    void theEndOfItsRun_endsTheWait() {
        see(paused("p1", ARGS));
        see(outcome("terminal", "run-1", null));
        assertThat(holds.waiting()).isEmpty();
    }

    @Test
    void anAnswerPublishedAgain_putsNoHoldBackBehindTheEndOfItsRun() {
        see(paused("p1", ARGS));
        see(outcome("terminal", "run-1", null));
        see(paused("p1", null));
        assertThat(holds.waiting()).isEmpty();
    }

    @Test
    void anAnswerPublishedAgain_putsNoHoldBackThatWasAnswered() {
        see(paused("p1", ARGS));
        see(outcome("denied", "run-1", "p1"));
        see(paused("p2", null));
        assertThat(holds.waiting()).isEmpty();
    }

    private void see(Outcome outcome) {
        holds.see(outcome);
    }

    private static Outcome paused(String told, Json args) {
        HeldCall call = new HeldCall("p1", "agent-1", "refund", "write", "refund-7", args);
        return OutcomeBuilder.builder(outcome("paused", "run-1", told))
                .hold(new HoldNotice("run-1#a.h1", "digest", 1_000, call))
                .build();
    }

    private static Outcome outcome(String type, String runId, String proposalId) {
        return OutcomeBuilder.builder()
                .type(type)
                .runId(runId)
                .proposalId(proposalId)
                .seq(1)
                .atMs(1)
                .build();
    }
}
