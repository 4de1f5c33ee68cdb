package dev.interlock.server.http;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;

/** Reads a body as it comes, without a thread that waits for it. */
final class Body implements Runnable {
    private final Content.Source source;
    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();

    private Body(Content.Source source, int most) {
        this.source = source;
        this.most = most;
    }

    /** Completed with a body of at most so many bytes, or with a problem. */
    static CompletableFuture<byte[]> of(Content.Source source, int most) {
        Body body = new Body(source, most);
        body.run();
        return body.all;
    }

    @Override
    public void run() {
        while (!all.isDone()) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            take(chunk);
            chunk.release();
        }
    }

    private void take(Content.Chunk chunk) {
        if (Content.Chunk.isFailure(chunk)) {
            all.completeExceptionally(Problem.of(400, "Bad request", "The body cannot be read, or came too slowly.")
                    .exception(chunk.getFailure()));
        } else if (read.size() + chunk.remaining() > most) {
            all.completeExceptionally(tooLarge(most).exception());
        } else {
            append(chunk);
            if (chunk.isLast()) {
                all.complete(read.toByteArray());
            }
        }
    }

    private void append(Content.Chunk chunk) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes, 0, bytes.length);
        read.writeBytes(bytes);
    }

    static Problem tooLarge(int most) {
        return Problem.of(413, "Content too large", "A body has at most " + most + " bytes.");
    }
}
