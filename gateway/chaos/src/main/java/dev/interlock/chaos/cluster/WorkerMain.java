package dev.interlock.chaos.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.audit.witness.Effects;
import dev.interlock.chaos.crash.Traps;
import dev.interlock.schemas.Dispatch;
import dev.interlock.worker.Connection;
import dev.interlock.worker.DispatchContext;
import dev.interlock.worker.Found;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.Worker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The main class of a worker process. Its tools call the {@link Receiver}, and the arguments of a call say how it comes
 * out, so that a script decides the life of its run.
 */
public final class WorkerMain {
    static final String READY = "WORKER READY";
    static final String GROUP = "workers";
    private static final HttpResponse.BodyHandler<String> BODY = HttpResponse.BodyHandlers.ofString();
    private static final String REFUSED = "refused";
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(3);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI receiver;
    private final Traps traps;

    private WorkerMain(URI receiver, Traps traps) {
        this.receiver = receiver;
        this.traps = traps;
    }

    /**
     * Works until the process is ended.
     *
     * @param args bootstrap servers, topic prefix, address of the receiver, id, number of calls at once, and further
     *     settings of its Kafka clients, each as {@code name=value}
     */
    public static void main(String[] args) {
        Connection connection = Connection.to(args[0])
                .withTopicPrefix(args[1])
                .with("session.timeout.ms", "6000")
                .with("heartbeat.interval.ms", "500");
        for (String setting : Arrays.asList(args).subList(5, args.length)) {
            connection = connection.with(setting.replaceFirst("=.*", ""), setting.replaceFirst("[^=]*=", ""));
        }
        WorkerMain tools = new WorkerMain(URI.create(args[2]), Traps.of(connection.properties()));
        Worker worker = Worker.builder(connection)
                .group(args[1] + GROUP)
                .id(args[3])
                .concurrency(Integer.parseInt(args[4]))
                .tool("look", new Tool(tools::look, WorkerMain::seen))
                .tool("pay", new Tool(tools::pay, WorkerMain::committed).withQuery(tools::find))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "close-worker"));
        System.out.println(READY);
    }

    /** The arguments of one call, as a script gives them. */
    private record Script(JsonNode args) {
        static Script of(DispatchContext context) {
            return new Script(context.dispatch().args().node());
        }

        long revision() {
            return args.path("revision").asLong();
        }

        boolean done() {
            return args.path("done").asBoolean();
        }

        ToolOutput output(int calls) {
            if (args.has("fatal")) {
                return ToolOutput.fatal(args.path("fatal").asText(), "as the script says");
            }
            if (calls <= args.path("fails").asInt()) {
                return ToolOutput.retryable("busy", "as the script says");
            }
            return ToolOutput.ok(Map.of("revision", revision()));
        }
    }

    private ToolOutput look(DispatchContext context) throws IOException, InterruptedException {
        Script script = Script.of(context);
        int calls = call(
                context,
                Receiver.LOOKS + context.dispatch().runId() + "."
                        + context.dispatch().proposalId());
        String tries = script.args().path("tries").asText();
        return script.output(tries.isEmpty() ? calls : call(context, Effects.TRIES + tries));
    }

    private ToolOutput pay(DispatchContext context) throws IOException, InterruptedException {
        int calls = call(context, context.dispatch().operationId());
        return calls == 0
                ? ToolOutput.retryable(REFUSED, "too late")
                : Script.of(context).output(calls);
    }

    /** The receiver knows which dispatch an effect came from, and lets in none of which it has said it was not there. */
    private Found find(DispatchContext context) throws IOException, InterruptedException {
        Dispatch question = context.dispatch();
        String found = client.send(request(Receiver.FIND, question.operationId(), question.targetDispatchId()), BODY)
                .body();
        Script script = Script.of(context);
        return found.isEmpty()
                ? Found.notCommitted()
                : Found.committed(Map.of("revision", script.revision()), Map.of("dispatch_id", found))
                        .at(script.revision(), script.done());
    }

    private static Verified seen(DispatchContext context, ToolOutput output) {
        Script script = Script.of(context);
        return Verified.seen(script.revision(), script.done());
    }

    private static Verified committed(DispatchContext context, ToolOutput output) {
        Script script = Script.of(context);
        return output.error() != null && REFUSED.equals(output.error().code())
                ? Verified.notCommitted(script.revision())
                : Verified.committed(
                        script.revision(),
                        script.done(),
                        Map.of("dispatch_id", context.dispatch().dispatchId()));
    }

    /** How often the receiver was called under a name, this time included; 0 if it refuses. */
    private int call(DispatchContext context, String name) throws IOException, InterruptedException {
        String key = context.dispatch().operationId() == null
                ? context.dispatch().runId()
                : context.dispatch().operationId();
        traps.reached("call/fenced", key);
        CompletableFuture<HttpResponse<String>> sent =
                client.sendAsync(request("", name, context.dispatch().dispatchId()), BODY);
        traps.reached("call/begun", key);
        HttpResponse<String> answer = answer(sent);
        traps.reached("call/done", key);
        return answer.statusCode() == Receiver.REFUSED ? 0 : Integer.parseInt(answer.body());
    }

    /** An interruption ends the wait: that is how the library ends a call. */
    private static HttpResponse<String> answer(CompletableFuture<HttpResponse<String>> sent)
            throws IOException, InterruptedException {
        try {
            return sent.get();
        } catch (ExecutionException e) {
            throw new IOException("The receiver did not answer", e.getCause());
        }
    }

    private HttpRequest request(String path, String name, String dispatch) {
        return HttpRequest.newBuilder(receiver.resolve(path))
                .timeout(ANSWER_LIMIT)
                .POST(HttpRequest.BodyPublishers.ofString(name + "\n" + dispatch))
                .build();
    }
}
