package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.PublicationReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the router passes a publication on to. */
class ControlRouterTest {
    private static final Partitions PARTITIONS = new Partitions(8);
    private static final int RIGHT = PARTITIONS.of(Keys.PUBLICATIONS);
    private static final RecordCodec<Control> CODEC = RecordCodec.of(Control.class);

    private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private final ControlRouter router = new ControlRouter(new Surroundings(
            () -> Instant.ofEpochMilli(1_000),
            PARTITIONS,
            new Meters(new SimpleMeterRegistry(), InstantSource.system()),
            1,
            new Turns(),
            Optional.empty(),
            Optional.empty()));

    @BeforeEach
    void initialise() {
        router.init(context);
    }

    @Test
    void aPublication_goesToEveryPartitionOfTheRunStage_andToNoOther() {
        route(RIGHT, PolicyDocument.of(Presets.strict()).body());
        assertThat(written(Destination.STAGE_RUN_CONTROL)).isOne();
        assertThat(written(Destination.STAGE_OPERATION_CONTROL)).isZero();
        assertThat(written(Destination.DEAD_LETTERS)).isZero();
        byte[] key = context.forwarded(sink(Destination.STAGE_RUN_CONTROL))
                .getFirst()
                .record()
                .key();
        assertThat(Multicast.toRuns(PARTITIONS).partitions("t", key, null, 8))
                .hasValueSatisfying(chosen -> assertThat(chosen).hasSize(8));
    }

    @Test
    void aPublicationOnAPartitionOfItsOwn_isRefused_forItWouldHaveNoOrderAmongTheOthers() {
        route((RIGHT + 1) % 8, PolicyDocument.of(Presets.strict()).body());
        assertThat(written(Destination.STAGE_RUN_CONTROL)).isZero();
        assertThat(letter())
                .isEqualTo(new LetterError(
                        "partition", PublicationReader.PARTITION_RULE, Integer.toString((RIGHT + 1) % 8)));
    }

    @Test
    void aBadPolicy_goesNowhere_andItsDeadLetterNamesFieldRuleAndValue() {
        route(RIGHT, Json.parse("{\"name\":\"p\",\"ceiling\":7}"));
        assertThat(written(Destination.STAGE_RUN_CONTROL)).isZero();
        assertThat(letter().field()).startsWith("policy.");
        assertThat(letter().rule()).isNotBlank();
        assertThat(letter().value()).isNotBlank();
    }

    private void route(int partition, Json policy) {
        Control control = ControlBuilder.builder()
                .type("publish_policy")
                .controlId("c-1")
                .by("ann")
                .reason("test")
                .scope(new Scope("agent", "support-*"))
                .policy(policy)
                .build();
        context.setRecordMetadata("control", partition, 7);
        byte[] key = Keys.ofControl(control).getBytes(StandardCharsets.UTF_8);
        router.process(new Record<>(key, CODEC.encode(control, Format.JSON), 1_000));
    }

    private LetterError letter() {
        byte[] value = context.forwarded(sink(Destination.DEAD_LETTERS))
                .getFirst()
                .record()
                .value();
        return RecordCodec.of(DeadLetter.class).decode(value).record().error();
    }

    private int written(Destination to) {
        return context.forwarded(sink(to)).size();
    }

    private static String sink(Destination to) {
        return Names.sink(Names.ROUTE_CONTROL, to);
    }
}
