package dev.interlock.worker;

/** The part of a tool that is trusted to say what the system of record shows. */
@FunctionalInterface
public interface ToolVerifier {
    /**
     * Looks into the system of record. It is asked after every output, whatever its status; the output is a claim to be
     * checked.
     *
     * @return what is there, never null
     * @throws Exception if it cannot tell; reported as {@code interlock.verifier_exception} without evidence
     */
    Verified verify(DispatchContext context, ToolOutput output) throws Exception;
}
