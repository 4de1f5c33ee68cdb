package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import org.junit.jupiter.api.Test;

class ResultFactsTest {
    private static final Position SOURCE = new Position("results", 1, 7);

    @Test
    void valueThatIsTooLargeToBePassedOn_isPassedOnAsDigestAndReference() {
        Json value = Json.of("x".repeat(64 * 1024));
        Result reported = ResultBuilder.builder().value(value).build();

        OperationResult carried = ResultFacts.carried(reported, SOURCE);

        assertThat(carried.value()).isNull();
        assertThat(carried.valueTruncated()).isTrue();
        assertThat(carried.valueDigest()).isEqualTo(value.digest());
        assertThat(carried.valueRef()).isEqualTo(SOURCE);
    }

    @Test
    void costThatTheWorkerTold_isWhatTheCoreCounts() {
        Result told = ResultBuilder.builder().status("ok").costMicros(7L).build();
        Result silent = ResultBuilder.builder().status("ok").build();

        assertThat(ResultFacts.of(ResultFacts.carried(told, SOURCE), Effect.NONE, null)
                        .costMicros())
                .hasValue(7);
        assertThat(ResultFacts.of(ResultFacts.carried(silent, SOURCE), Effect.NONE, null)
                        .costMicros())
                .isEmpty();
    }

    @Test
    void valueThatTheWorkerLeftOut_hasNoReference() {
        Result reported = ResultBuilder.builder()
                .valueTruncated(true)
                .valueDigest("digest")
                .build();

        OperationResult carried = ResultFacts.carried(reported, SOURCE);

        assertThat(carried.valueTruncated()).isTrue();
        assertThat(carried.valueDigest()).isEqualTo("digest");
        assertThat(carried.valueRef()).isNull();
    }

    @Test
    void valueThatTheWorkerPutElsewhere_keepsItsReference() {
        Position elsewhere = new Position("values", 0, 3);
        Result reported =
                ResultBuilder.builder().valueTruncated(true).valueRef(elsewhere).build();

        assertThat(ResultFacts.carried(reported, SOURCE).valueRef()).isEqualTo(elsewhere);
    }
}
