package dev.interlock.server.trace;

import dev.interlock.server.wire.Asked;
import dev.interlock.server.wire.Shown;
import dev.interlock.server.wire.TraceContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How an answer looks as a span: OpenTelemetry's conventions for generative AI where they have a name for it, {@code interlock.}
 * where not. Never an argument, a value, a receipt or a text of an error.
 */
final class SpanShape {
    private static final String OPERATION = "execute_tool";
    private static final String DENIED = "denied";

    private final Tracer tracer;

    SpanShape(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Makes the span of an answer, ended; from the broker's taking in of the proposal to the answer. */
    void make(Answered answered) {
        Asked asked = answered.asked();
        Span span = tracer.spanBuilder(asked.tool()
                        .map(tool -> OPERATION + " " + Shown.hidden(tool))
                        .orElse("finish"))
                .setSpanKind(SpanKind.INTERNAL)
                .setParent(asked.trace().map(SpanShape::parent).orElse(Context.root()))
                .setStartTimestamp(asked.appendedAtMs(), TimeUnit.MILLISECONDS)
                .startSpan();
        call(span, answered);
        put(span, "gen_ai.agent.id", asked.agentId());
        put(span, "interlock.run.id", answered.names().runId());
        put(span, "interlock.proposal.id", answered.names().proposalId());
        put(span, "interlock.policy.hash", answered.names().policyHash());
        put(span, "interlock.outcome.type", answered.type());
        answered.why().status().ifPresent(status -> put(span, "interlock.outcome.status", status));
        answered.why().reason().ifPresent(reason -> put(span, "interlock.reason", reason));
        answered.guard().ifPresent(guard -> {
            put(span, "interlock.guard.name", guard.name());
            span.setAttribute(AttributeKey.longKey("interlock.guard.limit"), guard.limit());
            span.setAttribute(AttributeKey.longKey("interlock.guard.observed"), guard.observed());
        });
        failure(answered).ifPresent(error -> {
            put(span, "error.type", error);
            span.setStatus(StatusCode.ERROR);
        });
        // The clocks of broker and gateway differ: a span must not end before it begins.
        span.end(Math.max(asked.appendedAtMs(), answered.atMs()), TimeUnit.MILLISECONDS);
    }

    private static void call(Span span, Answered answered) {
        Asked asked = answered.asked();
        asked.tool().ifPresent(tool -> {
            put(span, "gen_ai.operation.name", OPERATION);
            put(span, "gen_ai.tool.name", tool);
            put(span, "gen_ai.tool.call.id", answered.names().proposalId());
        });
        asked.kind().ifPresent(kind -> put(span, "interlock.kind", kind));
        asked.operationId().ifPresent(id -> put(span, "interlock.operation.id", id));
    }

    private static Optional<String> failure(Answered answered) {
        return DENIED.equals(answered.type())
                ? answered.why().reason().or(() -> Optional.of(DENIED))
                : answered.why().errorClass();
    }

    private static void put(Span span, String name, String value) {
        if (value != null) {
            // Whoever names a tool or a run may put anything into it.
            span.setAttribute(AttributeKey.stringKey(name), Shown.hidden(value));
        }
    }

    private static Context parent(TraceContext trace) {
        SpanContext remote = SpanContext.createFromRemoteParent(
                trace.traceId(), trace.spanId(), TraceFlags.fromHex(trace.flags(), 0), TraceState.getDefault());
        return Context.root().with(Span.wrap(remote));
    }
}
