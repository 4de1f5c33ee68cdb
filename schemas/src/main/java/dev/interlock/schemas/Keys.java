package dev.interlock.schemas;

/** The keys of ledger records, and the names of journal chains, which are the keys of their entries. */
public final class Keys {
    private Keys() {}

    /** Ledger key of an operation. */
    public static String ledgerOperation(String operationId) {
        return "op:" + operationId;
    }

    /** Ledger key of the stop flag of a scope; a scope without an id has an empty last part. */
    public static String ledgerStop(Scope scope) {
        return "stop:" + scope.kind() + ":" + (scope.id() == null ? "" : scope.id());
    }

    /** Ledger key of a policy. */
    public static String ledgerPolicy(String policyHash) {
        return "policy:" + policyHash;
    }

    /** Journal chain of a run. */
    public static String runChain(String runId) {
        return "run:" + runId;
    }

    /** Journal chain of an operation. */
    public static String operationChain(String operationId) {
        return "op:" + operationId;
    }

    /** Journal chain of a partition of a stage, for records that concern no single run or operation. */
    public static String partitionChain(String stage, int partition) {
        return "part:" + stage + ":" + partition;
    }
}
