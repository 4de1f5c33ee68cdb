package dev.interlock.server.http;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. */
final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Request request;
    private final Response response;
    private final Callback callback;
    /** While the gateway thinks, it is not the other side that lets it wait. */
    private final AtomicBoolean thinking = new AtomicBoolean();

    Exchange(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        request.addIdleTimeoutListener(timeout -> !thinking.get());
    }

    static boolean isHead(Request request) {
        return HttpMethod.HEAD.is(request.getMethod());
    }

    Optional<String> header(HttpHeader header) {
        return Optional.ofNullable(request.getHeaders().get(header));
    }

    /** Does something that may come to a problem. */
    void attempt(Runnable work) {
        try {
            work.run();
        } catch (ProblemException e) {
            answer(e.problem().answer());
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void fail(Throwable fault) {
        LOG.error(
                "Cannot answer {} {}", request.getMethod(), request.getHttpURI().getPath(), fault);
        answer(Problem.of(500, HttpStatus.getMessage(500), "The gateway made a mistake. Its log says which.")
                .answer());
    }

    void answer(Reply reply) {
        switch (reply) {
            case Answer answer ->
                write(header(HttpHeader.IF_NONE_MATCH)
                        .filter(answer::isAt)
                        .map(known -> answer.unchanged())
                        .orElse(answer));
            case Reply.Later later -> await(later);
            case Reply.Events events -> {
                thinking.set(false);
                new EventStream(request, response, callback).begin(events);
            }
        }
    }

    private void await(Reply.Later later) {
        thinking.set(true);
        later.answer()
                .whenComplete((reply, fault) -> attempt(() -> {
                    if (fault == null) {
                        answer(reply);
                        return;
                    }
                    Throwable cause = fault instanceof CompletionException ? fault.getCause() : fault;
                    if (cause instanceof ProblemException problem) {
                        throw problem;
                    }
                    fail(cause);
                }));
    }

    private void write(Answer answer) {
        thinking.set(false);
        response.setStatus(answer.status());
        if (answer.status() != HttpStatus.NOT_MODIFIED_304) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        }
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        answer.headers().forEach(response.getHeaders()::put);
        response.write(true, isHead(request) ? null : ByteBuffer.wrap(answer.body()), callback);
    }
}
