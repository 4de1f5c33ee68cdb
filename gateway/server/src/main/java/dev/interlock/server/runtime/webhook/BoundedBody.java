package dev.interlock.server.runtime.webhook;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer up to a size; of a larger one nothing is kept, and the rest is not read. */
final class BoundedBody implements BodySubscriber<byte[]> {
    /** The largest answer that is looked at, in bytes. */
    static final int MOST = 16 * 1024;

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        this.subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (read.size() + buffer.remaining() > MOST) {
                subscription.cancel();
                body.complete(new byte[0]);
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            read.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable problem) {
        body.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        body.complete(read.toByteArray());
    }
}
