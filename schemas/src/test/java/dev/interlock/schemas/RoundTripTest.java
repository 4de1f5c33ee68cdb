package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
    private static final int RECORDS = 40;
    private static final long SEED = Long.getLong("interlock.seed", System.nanoTime());

    static List<Class<? extends WireRecord>> kinds() {
        return Samples.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends WireRecord> void aRecord_readsAsItWasWritten(Class<T> kind) {
        RecordCodec<T> codec = RecordCodec.of(kind);
        for (long seed = SEED; seed < SEED + RECORDS; seed++) {
            T record = new Samples(seed, seed % 2 == 0).record(kind);
            for (Format format : Format.values()) {
                Decoded<T> decoded = codec.decode(codec.encode(record, format));
                assertThat(decoded)
                        .as(
                                "%s as %s; replay: mvn -pl schemas -am test -Dtest=RoundTripTest -Dinterlock.seed=%d",
                                kind.getSimpleName(), format, seed)
                        .isEqualTo(new Decoded<>(record, format));
            }
        }
    }
}
