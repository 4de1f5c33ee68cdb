package dev.interlock.server.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector by OTLP over HTTP, from a thread of its own. What a full queue has no room for, and what the
 * collector does not take, is counted and gone: a span is worth no decision.
 */
public final class SpanSender implements Spans {
    private static final Logger LOG = LoggerFactory.getLogger(SpanSender.class);
    /** Its own log would say the same again and again, to another place; what cannot be sent is said and counted here. */
    private static final java.util.logging.Logger OWN = java.util.logging.Logger.getLogger("io.opentelemetry");
    /** The most answers that wait. */
    static final int QUEUED = 2_048;

    private static final int BATCH = 256;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration MOST = Duration.ofSeconds(5);

    private final BlockingQueue<Answered> queue = new ArrayBlockingQueue<>(QUEUED);
    private final SpanExporter exporter;
    private final Counter sent;
    private final Counter failed;
    private final Counter dropped;
    private final Counter unsampled;
    private final List<SpanData> made = new ArrayList<>();
    private final SdkTracerProvider provider;
    private final SpanShape shape;
    private final Thread thread;
    private boolean failing;
    private volatile boolean ending;

    private SpanSender(SpanExporter exporter, MeterRegistry registry) {
        this.exporter = exporter;
        this.sent = registry.counter("interlock.spans", "state", "sent");
        this.failed = registry.counter("interlock.spans", "state", "failed");
        this.dropped = registry.counter("interlock.spans", "state", "dropped");
        this.unsampled = registry.counter("interlock.spans", "state", "unsampled");
        this.provider = SdkTracerProvider.builder()
                .setResource(
                        Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "interlock-gateway")))
                .addSpanProcessor(new Collecting())
                .build();
        this.shape = new SpanShape(provider.get("dev.interlock"));
        this.thread = new Thread(this::run, "spans");
        thread.setDaemon(true);
    }

    /**
     * Begins to send.
     *
     * @param collector where OTLP is taken over HTTP, such as {@code http://localhost:4318/v1/traces}
     * @param registry where it counts
     */
    public static SpanSender start(URI collector, MeterRegistry registry) {
        SpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(collector.toString())
                .setTimeout(MOST)
                .setConnectTimeout(MOST)
                .build();
        return start(exporter, registry);
    }

    static SpanSender start(SpanExporter exporter, MeterRegistry registry) {
        SpanSender sender = new SpanSender(exporter, registry);
        OWN.setLevel(java.util.logging.Level.OFF);
        sender.thread.start();
        return sender;
    }

    @Override
    public void take(Answered answered) {
        if (!queue.offer(answered)) {
            dropped.increment();
        }
    }

    private void run() {
        try {
            while (!ending || !queue.isEmpty()) {
                Answered first = queue.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    send(first);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Answered first) {
        List<Answered> batch = new ArrayList<>(List.of(first));
        queue.drainTo(batch, BATCH - 1);
        try {
            made.clear();
            batch.forEach(shape::make);
            CompletableResultCode result =
                    exporter.export(List.copyOf(made)).join(2 * MOST.toMillis(), TimeUnit.MILLISECONDS);
            unsampled.increment(batch.size() - (double) made.size());
            (result.isSuccess() ? sent : failed).increment(made.size());
            say(!result.isSuccess(), String.valueOf(result.getFailureThrowable()));
        } catch (RuntimeException e) {
            failed.increment(batch.size());
            say(true, e.toString());
        }
    }

    /** Once for each time it begins to fail: a collector may be away for long. */
    private void say(boolean fails, String why) {
        if (fails && !failing) {
            LOG.warn("Spans cannot be sent, and are lost until they can: {}", why);
        } else if (failing && !fails) {
            LOG.info("Spans are sent again");
        }
        failing = fails;
    }

    /** Sends what waits, for up to ten seconds. */
    @Override
    public void close() {
        ending = true;
        try {
            thread.join(2 * MOST.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        provider.close();
        exporter.shutdown();
    }

    /** Keeps what was made, on the thread that made it. */
    private final class Collecting implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            made.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
