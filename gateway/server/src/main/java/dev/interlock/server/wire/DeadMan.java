package dev.interlock.server.wire;

/**
 * How long the gateway dispatches without a sign of life from an operator.
 *
 * @param writesAfterMs milliseconds of silence after which no write is dispatched
 * @param readsAfterMs milliseconds of silence after which nothing is; not less
 */
public record DeadMan(long writesAfterMs, long readsAfterMs) {
    public DeadMan {
        if (writesAfterMs > readsAfterMs) {
            throw new IllegalArgumentException("writes, which cannot be taken back, must not close after reads");
        }
    }
}
