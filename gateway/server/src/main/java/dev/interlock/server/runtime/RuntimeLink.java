package dev.interlock.server.runtime;

import dev.interlock.server.wire.RuntimeRequest;

/** The way to one runtime; used by several threads at once. */
public interface RuntimeLink extends AutoCloseable {
    /**
     * Asks once, within the runtime's configured timeouts.
     *
     * @return what came of it; a failure is an answer too
     * @throws InterruptedException when the gateway ends meanwhile
     */
    RuntimeReply ask(RuntimeRequest request) throws InterruptedException;

    @Override
    void close();
}
