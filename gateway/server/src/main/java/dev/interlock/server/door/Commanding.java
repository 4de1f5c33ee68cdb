package dev.interlock.server.door;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.operator.Operator;
import dev.interlock.policy.contract.Secrets;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Asked;
import dev.interlock.server.http.Problem;
import dev.interlock.server.http.Reply;
import dev.interlock.server.wire.Submitted;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Commands of people. Who commands is who asks: it is not theirs to say. A command is on its topic before anything is
 * answered, and the gateway obeys it once, whoever has stopped waiting; the same {@code control_id} again changes nothing.
 */
final class Commanding implements AutoCloseable {
    private static final int AT_ONCE = 4;
    private static final int QUEUED = 16;
    private static final long MOST_MS = 60_000;
    private static final long USUAL_MS = 30_000;
    private static final Set<String> ALWAYS = Set.of("reason", "control_id");
    private static final String VERSION = "expect_version";

    private final Connection connection;
    private final InstantSource clock;
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            AT_ONCE,
            AT_ONCE,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUED),
            task -> Thread.ofPlatform().daemon().name("http-command").unstarted(task));

    Commanding(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
        pool.allowCoreThreadTimeOut(true);
    }

    Reply give(Command command, Asked asked) {
        Duration wait = Duration.ofMillis(asked.number("wait_ms", USUAL_MS, 0, MOST_MS));
        Control control = control(command, asked);
        Submitted.fault(control).ifPresent(fault -> {
            throw Body.refused(400, "Invalid request", fault);
        });
        try {
            return new Reply.Later(CompletableFuture.supplyAsync(() -> give(control, wait), pool));
        } catch (RejectedExecutionException e) {
            throw Problem.unavailable("Too many commands are being given; this one was not.", 1)
                    .exception(e);
        }
    }

    private Control control(Command command, Asked asked) {
        Body body = Body.of(asked);
        Set<String> known = new HashSet<>(command.fields());
        known.addAll(ALWAYS);
        body.allowOnly(known);
        body.set("type", command.type()).set("by", asked.caller().name()).set("issued_at_ms", clock.millis());
        if (!body.has("control_id")) {
            body.set("control_id", UUID.randomUUID().toString());
        }
        asked.path().forEach(body::set);
        if (command.fields().contains(VERSION)) {
            version(body, asked.header("If-Match"));
        }
        Control control = body.as(Submitted::control);
        return ControlBuilder.builder(control)
                .reason(Secrets.hidden(control.reason()))
                .build();
    }

    /** The version that its sender saw, so that nobody settles what has changed since: in the body, or as a tag. */
    private static void version(Body body, Optional<String> tag) {
        if (body.has(VERSION)) {
            return;
        }
        String seen = tag.map(text -> text.replaceAll("^\"|\"$", ""))
                .orElseThrow(() -> Problem.of(
                                428,
                                "Precondition required",
                                "Say which version you saw: expect_version, or If-Match with the ETag of the"
                                        + " operation.")
                        .exception());
        try {
            body.set(VERSION, Long.parseLong(seen));
        } catch (NumberFormatException e) {
            throw Problem.invalid("If-Match", "must be the ETag of the operation", seen)
                    .exception(e);
        }
    }

    private Answer give(Control control, Duration wait) {
        try (Operator operator = Operator.open(connection)) {
            return switch (control.type()) {
                case ControlType.STOP, ControlType.LIFT -> inForce(control, operator.command(control, wait));
                case ControlType.PUBLISH_POLICY -> decided(control, operator.publish(control, wait));
                default -> decided(control, operator.order(control, wait));
            };
        } catch (IllegalStateException | KafkaException e) {
            throw Problem.unavailable(
                            "The command " + control.controlId()
                                    + " may or may not have been written: give it again under the same control_id.",
                            1)
                    .exception(e);
        }
    }

    private static Answer decided(Control control, Optional<Operator.Fate> fate) {
        if (fate.isEmpty()) {
            return inForce(control, false);
        }
        fate.get().refusal().ifPresent(refusal -> {
            throw Body.refused(409, "Refused", refusal);
        });
        return answer(
                200,
                control,
                told -> told.put("in_force", true)
                        .put("decision", fate.get().decision().orElseThrow()));
    }

    private static Answer inForce(Control control, boolean inForce) {
        return inForce
                ? answer(200, control, told -> told.put("in_force", true))
                : answer(
                        202,
                        control,
                        told -> told.put("in_force", false)
                                .put("detail", "It is on its topic, and is obeyed as soon as a gateway reads it."));
    }

    private static Answer answer(int status, Control control, Consumer<ObjectNode> more) {
        return told(status, told -> {
            told.put("control_id", control.controlId())
                    .put("type", control.type())
                    .put("by", control.by());
            more.accept(told);
        });
    }

    static Answer told(int status, Consumer<ObjectNode> fields) {
        ObjectNode told = JsonNodeFactory.instance.objectNode();
        fields.accept(told);
        return Answer.json(status, told.toString());
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
