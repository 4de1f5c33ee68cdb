package dev.interlock.server.runtime.webhook;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.runtime.RuntimeLink;
import dev.interlock.server.runtime.RuntimeReply;
import dev.interlock.server.wire.RuntimeRequest;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Asks one runtime over HTTP. Redirects are not followed. */
final class WebhookLink implements RuntimeLink {
    private final AgentRuntime.Asking asking;
    private final Target target;
    private final Signature signature;
    private final HttpClient client;

    WebhookLink(AgentRuntime.Asking asking, Target target, Signature signature) {
        this.asking = asking;
        this.target = target;
        this.signature = signature;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(asking.connectTimeout())
                .build();
    }

    @Override
    public RuntimeReply ask(RuntimeRequest request) throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> call = client.sendAsync(message(request), answer -> new BoundedBody());
        try {
            return Replies.of(call.get(asking.timeout().toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return RuntimeReply.silent("no whole answer in time");
        } catch (ExecutionException e) {
            return RuntimeReply.silent(problem(e.getCause()));
        } finally {
            call.cancel(true);
        }
    }

    /** A message signed now: a receiver may refuse old ones. */
    private HttpRequest message(RuntimeRequest request) {
        byte[] body = StopEvent.body(request);
        long atSeconds = Instant.now().getEpochSecond();
        return HttpRequest.newBuilder(target.uri())
                .header("content-type", StopEvent.MEDIA_TYPE)
                .header("webhook-id", request.id())
                .header("webhook-timestamp", Long.toString(atSeconds))
                .header("webhook-signature", signature.of(request.id(), atSeconds, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    /** In words of ours: what an exception says may hold the address. */
    private static String problem(Throwable cause) {
        return switch (cause) {
            case HttpConnectTimeoutException e -> "no connection in time";
            case HttpTimeoutException e -> "no whole answer in time";
            case ConnectException e -> "no connection";
            case SSLException e -> "no secure connection";
            default -> "no answer: " + cause.getClass().getSimpleName();
        };
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
