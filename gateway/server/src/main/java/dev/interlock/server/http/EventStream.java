package dev.interlock.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Writes server-sent events to one listener, one after the other. */
final class EventStream extends IteratingCallback implements EventSink {
    /** The media type of such a stream. */
    static final String TYPE = "text/event-stream";

    private static final long BEAT_SECONDS = 10;
    private static final byte[] BEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Response response;
    private final Callback callback;
    private final Scheduler scheduler;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean closing;
    private boolean over;
    private boolean writing;
    private Runnable ending = () -> {};

    EventStream(Request request, Response response, Callback callback) {
        this.response = response;
        this.callback = callback;
        this.scheduler = request.getComponents().getScheduler();
        // Who takes nothing for so long is cut off; who is sent nothing is not.
        request.addIdleTimeoutListener(timeout -> isStalled());
    }

    void begin(Reply.Events events) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        beat();
        endWith(events.begin().apply(this));
    }

    /** What ends the making of events runs once, also where the listener has gone already. */
    private void endWith(Runnable made) {
        synchronized (this) {
            if (!over) {
                ending = made;
                return;
            }
        }
        made.run();
    }

    @Override
    public boolean send(String event, Optional<String> id, String data) {
        StringBuilder text = new StringBuilder();
        id.ifPresent(value -> text.append("id: ").append(value).append('\n'));
        text.append("event: ").append(event).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        return offer(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    private boolean offer(byte[] bytes) {
        synchronized (this) {
            if (over || closing) {
                return false;
            }
            if (waiting.size() == MOST_WAITING) {
                closing = true;
                waiting.clear();
            } else {
                waiting.add(bytes);
            }
        }
        iterate();
        return true;
    }

    private void beat() {
        boolean quiet;
        synchronized (this) {
            quiet = waiting.isEmpty() && !writing;
        }
        if (!quiet || offer(BEAT)) {
            scheduler.schedule(this::beat, BEAT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void end() {
        synchronized (this) {
            closing = true;
        }
        iterate();
    }

    private synchronized boolean isStalled() {
        return writing;
    }

    @Override
    protected Action process() {
        byte[] next;
        synchronized (this) {
            next = waiting.poll();
            writing = next != null;
            if (next == null) {
                return closing ? Action.SUCCEEDED : Action.IDLE;
            }
        }
        response.write(false, ByteBuffer.wrap(next), this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        finish();
        callback.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        finish();
        callback.failed(cause);
    }

    private void finish() {
        Runnable made;
        synchronized (this) {
            over = true;
            made = ending;
        }
        made.run();
    }
}
