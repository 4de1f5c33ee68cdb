package dev.interlock.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The wish that a call should end, which the call may follow. That it was followed proves nothing about the effect. */
public final class Cancellation {
    private final CompletableFuture<Void> requested = new CompletableFuture<>();
    private volatile boolean isRequested;

    /** Whether the call should end. */
    public boolean isRequested() {
        return isRequested;
    }

    /** Completes when the call should end, on a thread of the common pool: the place to hang a way to abort. */
    public CompletionStage<Void> requested() {
        return requested.minimalCompletionStage();
    }

    void request() {
        isRequested = true;
        requested.completeAsync(() -> null);
    }
}
