package dev.interlock.worker;

import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Symbols.ErrorClass;
import dev.interlock.schemas.Symbols.ResultType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** The writer of results: what is said about a dispatch in each way it can end. */
final class Reports {
    /** How the library's own error codes begin, and no code of a tool. */
    static final String OWN = "interlock.";

    /** Error code of an executor that threw. */
    static final String EXECUTOR_EXCEPTION = OWN + "executor_exception";

    /** Error code of a verifier that threw. */
    static final String VERIFIER_EXCEPTION = OWN + "verifier_exception";

    /** Error code of a call that did not return in time. */
    static final String TIMEOUT = OWN + "timeout";

    /** Error code of a call that the fence kept from being executed. */
    static final String NOT_EXECUTED = OWN + "not_executed";

    /** Error code of a question that nobody here can answer. */
    static final String NOT_QUERYABLE = OWN + "not_queryable";

    /** Error code of a write that a question found to have had no effect. */
    static final String NOT_COMMITTED = OWN + "not_committed";

    /**
     * Greatest size of a value as it is written, in bytes: all that a result may have, less 64 KiB for the rest of it. Of
     * one too large to be passed on inline the gateway passes on where it stands, so it must stand there whole.
     */
    private static final int MOST_VALUE_BYTES = Limits.INPUT_BYTES - 64 * 1024;

    private final String workerId;
    private final Clock clock;
    private final Redaction redaction;

    Reports(String workerId, Clock clock, Redaction redaction) {
        this.workerId = workerId;
        this.clock = clock;
        this.redaction = redaction;
    }

    /**
     * The fence refused it: of a call, proof that nothing was executed. Nothing else sets {@code not_executed}. That a
     * question was not asked proves nothing about the write it is about.
     */
    Result notExecuted(Delivery delivery, Refusal refusal) {
        if (delivery.isQuery()) {
            return base(delivery, ToolStatus.RETRYABLE, Effect.UNKNOWN)
                    .error(error(ErrorClass.TRANSIENT, NOT_EXECUTED, refusal.code()))
                    .build();
        }
        Effect effect = delivery.isWrite() ? Effect.NOT_COMMITTED : Effect.NONE;
        CallError error = error(ErrorClass.TRANSIENT, NOT_EXECUTED, refusal.code());
        return base(delivery, ToolStatus.RETRYABLE, effect)
                .notExecuted(refusal.code())
                .error(error)
                .build();
    }

    /** It still runs. */
    Result running(Delivery delivery) {
        Dispatch dispatch = delivery.dispatch();
        return ResultBuilder.builder()
                .type(ResultType.RUNNING)
                .dispatchId(dispatch.dispatchId())
                .runId(dispatch.runId())
                .operationId(dispatch.operationId())
                .epoch(dispatch.epoch())
                .workerId(workerId)
                .build();
    }

    /** A question was answered. */
    Result found(Delivery delivery, Found found) {
        Effect effect = found.verified().effect();
        boolean committed = effect == Effect.COMMITTED;
        ResultBuilder result = base(delivery, committed ? ToolStatus.OK : ToolStatus.RETRYABLE, effect)
                .evidence(found.verified().evidence());
        if (effect == Effect.NOT_COMMITTED) {
            result.error(error(ErrorClass.TRANSIENT, NOT_COMMITTED, "the system of record shows no effect"));
        }
        return value(result, found.value()).build();
    }

    /** Nobody here can answer the question, now or later. */
    Result notQueryable(Delivery delivery) {
        return base(delivery, ToolStatus.FATAL, Effect.UNKNOWN)
                .error(error(ErrorClass.PERMANENT, NOT_QUERYABLE, "the tool has no query"))
                .build();
    }

    /** It returned and was verified. */
    Result returned(Delivery delivery, ToolOutput output, Verified verified) {
        return output(delivery, output, verified.effect())
                .evidence(verified.evidence())
                .error(redacted(output.error()))
                .build();
    }

    /** The executor threw, or broke its contract: of a write nobody knows. */
    Result executorThrew(Delivery delivery, Throwable thrown) {
        String errorClass = isTransient(thrown) ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT;
        return base(delivery, ToolStatus.FATAL, unprovenEffect(delivery))
                .error(error(errorClass, EXECUTOR_EXCEPTION, thrown.toString()))
                .build();
    }

    /** The executor returned, and the verifier threw or broke its contract: there is no evidence. */
    Result verifierThrew(Delivery delivery, ToolOutput output, Throwable thrown) {
        return output(delivery, output, unprovenEffect(delivery))
                .error(error(ErrorClass.PERMANENT, VERIFIER_EXCEPTION, thrown.toString()))
                .build();
    }

    /** It did not return in time, or not before the worker was closed. */
    Result notReturned(Delivery delivery, String why) {
        return base(delivery, ToolStatus.RETRYABLE, unprovenEffect(delivery))
                .error(error(ErrorClass.TRANSIENT, TIMEOUT, why))
                .build();
    }

    private ResultBuilder output(Delivery delivery, ToolOutput output, Effect effect) {
        ResultBuilder result = base(delivery, output.status(), effect)
                .retryAfterMs(output.retryAfterMs())
                .adapterAttempts(output.adapterAttempts())
                .costMicros(output.costMicros());
        return value(result, output.value());
    }

    private ResultBuilder base(Delivery delivery, ToolStatus status, Effect effect) {
        Dispatch dispatch = delivery.dispatch();
        return ResultBuilder.builder()
                .type(ResultType.RESULT)
                .dispatchId(dispatch.dispatchId())
                .runId(dispatch.runId())
                .operationId(dispatch.operationId())
                .epoch(dispatch.epoch())
                .workerId(workerId)
                .status(status.code())
                .effect(effect.code())
                .completedAtMs(clock.millis());
    }

    private static Effect unprovenEffect(Delivery delivery) {
        return delivery.isWrite() ? Effect.UNKNOWN : Effect.NONE;
    }

    private static ResultBuilder value(ResultBuilder result, Json value) {
        if (value == null) {
            return result;
        }
        int written = value.toString().getBytes(StandardCharsets.UTF_8).length;
        return written > MOST_VALUE_BYTES
                ? result.valueTruncated(true).valueDigest(value.digest())
                : result.value(value);
    }

    private CallError error(String errorClass, String code, String message) {
        return new CallError(errorClass, code, redaction.of(message), null, null, null);
    }

    private CallError redacted(CallError error) {
        return error == null
                ? null
                : new CallError(
                        unlessNull(error.errorClass(), Redaction::ofSymbol),
                        unlessNull(error.code(), redaction::ofName),
                        unlessNull(error.message(), redaction::of),
                        unlessNull(error.field(), redaction::ofName),
                        unlessNull(error.rule(), redaction::ofName),
                        unlessNull(error.value(), redaction::of));
    }

    private static String unlessNull(String text, UnaryOperator<String> redaction) {
        return text == null ? null : redaction.apply(text);
    }

    private static boolean isTransient(Throwable thrown) {
        return thrown instanceof IOException || thrown instanceof TimeoutException;
    }
}
