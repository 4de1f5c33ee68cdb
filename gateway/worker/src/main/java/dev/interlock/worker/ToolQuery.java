package dev.interlock.worker;

/** The part of a tool that is asked what became of a write nobody has answered for. It changes nothing. */
@FunctionalInterface
public interface ToolQuery {
    /**
     * Looks into the system of record for the effect of an operation. It is asked only when the write can have no effect
     * any more, so that what is not there now will not be there later. The context's dispatch is the question: it has the
     * operation id and the arguments of the write, and names its dispatch as {@code targetDispatchId}.
     *
     * @return what is there, never null
     * @throws Exception if it cannot tell; reported as {@code interlock.executor_exception} with unknown effect
     */
    Found find(DispatchContext context) throws Exception;
}
