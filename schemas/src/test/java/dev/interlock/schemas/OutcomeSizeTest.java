package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The largest outcome there can be: every list full, every id of greatest length and of the characters that take most. */
class OutcomeSizeTest {
    private static final RecordCodec<Outcome> OUTCOMES = RecordCodec.of(Outcome.class);
    private static final String ID = "\u0001".repeat(Limits.ID_LENGTH);
    private static final String DERIVED = "\u0001".repeat(Limits.DERIVED_ID_LENGTH);
    private static final String TEXT = "\u0001".repeat(4096);
    private static final String HASH = "f".repeat(64);
    private static final long MANY = Long.MIN_VALUE;
    private static final Json VALUE = Json.parse("\"" + "x".repeat(Limits.VALUE_BYTES - 2) + "\"");
    private static final Json RECEIPT = Json.parse("\"" + "x".repeat(Limits.RECEIPT_BYTES - 2) + "\"");
    private static final Json LISTED_RECEIPT = Json.parse("\"" + "x".repeat(Limits.LISTED_RECEIPT_BYTES - 2) + "\"");
    private static final Counters COUNTERS = new Counters(MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY);

    @ParameterizedTest
    @EnumSource(Format.class)
    void theLargestTerminalOutcome_fitsOnItsTopic(Format format) {
        Outcome terminal = OutcomeBuilder.builder(largest(Symbols.OutcomeType.TERMINAL))
                .lastGood(new LastGood(ID, ID, VALUE, HASH, true, ID, Long.MIN_VALUE, RECEIPT, ID))
                .build();
        assertThat(OUTCOMES.decode(OUTCOMES.encode(terminal, format)).record()).isEqualTo(terminal);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void theLargestAnswer_fitsOnItsTopic(Format format) {
        Outcome answer = OutcomeBuilder.builder(largest(Symbols.OutcomeType.RESULT))
                .value(VALUE)
                .build();
        assertThat(OUTCOMES.decode(OUTCOMES.encode(answer, format)).record()).isEqualTo(answer);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void theLargestPause_fitsOnItsTopic(Format format) {
        Json args = Json.parse("\"" + "x".repeat(Limits.ARGS_BYTES - 2) + "\"");
        Outcome pause = OutcomeBuilder.builder(largest(Symbols.OutcomeType.PAUSED))
                .hold(new HoldNotice(DERIVED, HASH, 1, new HeldCall(ID, ID, ID, "write", ID, args)))
                .build();
        assertThat(OUTCOMES.decode(OUTCOMES.encode(pause, format)).record()).isEqualTo(pause);
    }

    @Test
    void aPauseForAHuman_needsNoHold() {
        Outcome paused = OutcomeBuilder.builder()
                .type(Symbols.OutcomeType.PAUSED)
                .runId("r")
                .proposalId("p")
                .seq(1)
                .status("human_required")
                .atMs(1)
                .build();
        for (Format format : Format.values()) {
            assertThat(OUTCOMES.decode(OUTCOMES.encode(paused, format)).record())
                    .isEqualTo(paused);
        }
    }

    private static Outcome largest(String type) {
        return OutcomeBuilder.builder()
                .type(type)
                .runId(ID)
                .proposalId(ID)
                .seq(Long.MAX_VALUE)
                .status(ID)
                .reason(ID)
                .guard(new GuardReading(ID, MANY, MANY, HASH))
                .error(new CallError(ID, ID, TEXT, ID, ID, TEXT))
                .validatedRevision(MANY)
                .used(COUNTERS)
                .remaining(COUNTERS)
                .valueDigest(HASH)
                .valueTruncated(true)
                .valueRef(new Position(ID, Integer.MAX_VALUE, Long.MAX_VALUE))
                .blockedCall(new BlockedCall(ID, ID, ID, DERIVED, ID, false))
                .operations(Collections.nCopies(
                        Limits.LISTED_OPERATIONS,
                        new OperationSummary(
                                ID,
                                ID,
                                "not_committed",
                                Long.MAX_VALUE,
                                false,
                                Symbols.OutcomeType.TERMINAL.equals(type) ? LISTED_RECEIPT : null)))
                .inFlight(Collections.nCopies(
                        Limits.LISTED_OPEN_CALLS,
                        new OpenCall(ID + "#d" + MANY, null, ID, ID, ID, Integer.MAX_VALUE, false)))
                .allowedNextActions(List.of(ID, ID, ID, ID))
                .resumedFrom(ID)
                .atMs(1)
                .build();
    }
}
