package dev.interlock.worker;

/** The part of a tool that does what was dispatched. */
@FunctionalInterface
public interface ToolExecutor {
    /**
     * Does it, once. It should end early when cancelled: the thread is interrupted and {@link Cancellation} says so. A
     * write hands the operation id to the receiver as its idempotency key.
     *
     * @return what came of it, never null
     * @throws Exception if that is not known; reported as {@code interlock.executor_exception}, for a write with unknown effect
     */
    ToolOutput execute(DispatchContext context) throws Exception;
}
