package dev.interlock.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.GuardReading;
import dev.interlock.server.wire.Asked;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SpanSenderTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void aDenial_isASpanOfItsTrace_withNamesOfTheConventions() {
        Kept kept = new Kept(CompletableResultCode.ofSuccess(), new CountDownLatch(0));
        try (SpanSender sender = SpanSender.start(kept, registry)) {
            sender.take(answered("00-" + TRACE + "-" + SPAN + "-01", "look"));
        }
        assertThat(kept.spans).singleElement().satisfies(span -> {
            assertThat(span.getName()).isEqualTo("execute_tool look");
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo(SPAN);
            assertThat(span.getStartEpochNanos()).isEqualTo(1_000_000_000L);
            assertThat(span.getEndEpochNanos()).isEqualTo(3_000_000_000L);
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(attributes(span))
                    .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                            Map.entry("gen_ai.operation.name", "execute_tool"),
                            Map.entry("gen_ai.tool.name", "look"),
                            Map.entry("gen_ai.tool.call.id", "p-1"),
                            Map.entry("gen_ai.agent.id", "agent"),
                            Map.entry("interlock.run.id", "run"),
                            Map.entry("interlock.proposal.id", "p-1"),
                            Map.entry("interlock.policy.hash", "hash"),
                            Map.entry("interlock.kind", "read"),
                            Map.entry("interlock.outcome.type", "denied"),
                            Map.entry("interlock.reason", "same_call"),
                            Map.entry("interlock.guard.name", "same_call"),
                            Map.entry("interlock.guard.limit", "2"),
                            Map.entry("interlock.guard.observed", "3"),
                            Map.entry("error.type", "same_call")));
        });
        assertThat(count("sent")).isEqualTo(1);
    }

    @Test
    void aMalformedTraceparent_beginsATraceOfItsOwn() {
        Kept kept = new Kept(CompletableResultCode.ofSuccess(), new CountDownLatch(0));
        try (SpanSender sender = SpanSender.start(kept, registry)) {
            sender.take(answered("00-nonsense", "look"));
        }
        assertThat(kept.spans).singleElement().satisfies(span -> {
            assertThat(span.getTraceId()).isNotEqualTo(TRACE);
            assertThat(span.getParentSpanContext().isValid()).isFalse();
        });
    }

    @Test
    void whatLooksLikeASecret_isInNoSpan() {
        Kept kept = new Kept(CompletableResultCode.ofSuccess(), new CountDownLatch(0));
        try (SpanSender sender = SpanSender.start(kept, registry)) {
            sender.take(answered("", "password=hunter22"));
        }
        assertThat(kept.spans).isNotEmpty().noneMatch(span -> span.toString().contains("hunter22"));
    }

    @Test
    void whatTheAgentDoesNotSample_isNotSent() {
        Kept kept = new Kept(CompletableResultCode.ofSuccess(), new CountDownLatch(0));
        try (SpanSender sender = SpanSender.start(kept, registry)) {
            sender.take(answered("00-" + TRACE + "-" + SPAN + "-00", "look"));
        }
        assertThat(kept.spans).isEmpty();
        assertThat(count("unsampled")).isEqualTo(1);
    }

    @Test
    void aCollectorThatTakesNothing_holdsNobodyUp_andWhatIsLostIsCounted() {
        CountDownLatch stuck = new CountDownLatch(1);
        int taken = 3 * SpanSender.QUEUED;
        try (SpanSender sender = SpanSender.start(new Kept(CompletableResultCode.ofFailure(), stuck), registry)) {
            for (int i = 0; i < taken; i++) {
                sender.take(answered("", "look"));
            }
            assertThat(count("dropped")).isGreaterThan(SpanSender.QUEUED);
            stuck.countDown();
        }
        assertThat(count("dropped") + count("failed")).isEqualTo(taken);
        assertThat(count("sent")).isZero();
    }

    private double count(String state) {
        return registry.counter("interlock.spans", "state", state).count();
    }

    private static Map<String, String> attributes(SpanData span) {
        Map<String, String> attributes = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), String.valueOf(value)));
        return attributes;
    }

    private static Answered answered(String traceparent, String tool) {
        return new Answered(
                new Asked(
                        1_000,
                        "agent",
                        Optional.of(tool),
                        Optional.of("read"),
                        Optional.empty(),
                        Optional.of(traceparent)),
                new Answered.Names("run", "p-1", "hash"),
                "denied",
                new Answered.Why(Optional.empty(), Optional.of("same_call"), Optional.empty()),
                Optional.of(new GuardReading("same_call", 2, 3, "hash")),
                3_000);
    }

    /** Keeps what is sent, and answers when it is let. */
    private static final class Kept implements SpanExporter {
        private final List<SpanData> spans = new ArrayList<>();
        private final CompletableResultCode answer;
        private final CountDownLatch gate;

        Kept(CompletableResultCode answer, CountDownLatch gate) {
            this.answer = answer;
            this.gate = gate;
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> batch) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            spans.addAll(batch);
            return answer;
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
