package dev.interlock.schemas;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The keys of ledger records, of stops and of signed heads, and the names of journal chains, which are the keys of their entries. */
public final class Keys {
    /** Header of a control record that names the scope of a stop as {@code <kind>:<id>}; obeyed whatever the body says. */
    public static final String STOP_HEADER = "interlock-stop";

    /** Header of results and outcomes with the W3C trace context of the proposal that they are about, where it has one. */
    public static final String TRACE_HEADER = "traceparent";

    /** Key of every publication of a policy: all are in one partition, and so in one order. */
    public static final String PUBLICATIONS = Symbols.ControlType.PUBLISH_POLICY;

    private static final String STOP = "stop:";
    private static final String STRAND = "strand:";
    private static final String SNAPSHOT = "snapshot:";
    private static final String RUN = "run:";
    private static final String OPERATION = "op:";
    private static final String PART = "part:";
    private static final Set<String> WITH_ID =
            Set.of(Symbols.ScopeKind.RUN, Symbols.ScopeKind.AGENT, Symbols.ScopeKind.TOOL, Symbols.ScopeKind.CHAIN);
    private static final Set<String> WITHOUT_ID = Set.of(Symbols.ScopeKind.MODEL, Symbols.ScopeKind.ALL);

    private Keys() {}

    /** Ledger key of an operation. */
    public static String ledgerOperation(String operationId) {
        return OPERATION + operationId;
    }

    /** Ledger key of the stop flag of a scope; a scope without an id has an empty last part. */
    public static String ledgerStop(Scope scope) {
        return STOP + scope.kind() + ":" + (scope.id() == null ? "" : scope.id());
    }

    /**
     * The scope that the key of a control record stops: {@code stop:<kind>:<id>}, as {@link #ledgerStop} writes it.
     *
     * @return empty if the key says no such thing, or names what {@link #stopOfHeader} does not take
     */
    public static Optional<Scope> stopOfKey(String key) {
        return key.startsWith(STOP) ? stopOfHeader(key.substring(STOP.length())) : Optional.empty();
    }

    /**
     * The scope that the {@link #STOP_HEADER} of a control record stops. Kind {@code all} needs no id, kind {@code model}
     * may have one.
     *
     * @return empty if it names none, or one with an id longer than {@link Limits#ID_LENGTH}, which nothing can have
     */
    public static Optional<Scope> stopOfHeader(String header) {
        int colon = header.indexOf(':');
        String kind = colon < 0 ? header : header.substring(0, colon);
        String id = colon < 0 ? "" : header.substring(colon + 1);
        boolean fits = id.codePointCount(0, id.length()) <= Limits.ID_LENGTH && !StrictText.hasLoneSurrogate(id);
        boolean complete = WITHOUT_ID.contains(kind) || WITH_ID.contains(kind) && !id.isEmpty();
        boolean takesId = !kind.equals(Symbols.ScopeKind.ALL) && !id.isEmpty();
        return complete && fits ? Optional.of(new Scope(kind, takesId ? id : null)) : Optional.empty();
    }

    /**
     * The key for a control record: commands about one thing share a partition, and so are obeyed in the order they were
     * given. That of a stop or lift says {@code stop:} and the scope, so that even an unreadable one stops. Publications of
     * policies share one key, whomever they are for.
     */
    public static String ofControl(Control control) {
        boolean flags =
                Symbols.ControlType.STOP.equals(control.type()) || Symbols.ControlType.LIFT.equals(control.type());
        if (flags && control.scope() != null) {
            return ledgerStop(control.scope());
        }
        if (Symbols.ControlType.PUBLISH_POLICY.equals(control.type())) {
            return PUBLICATIONS;
        }
        return Stream.of(control.runId(), control.operationId())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(control.controlId());
    }

    /** Ledger key of a policy. */
    public static String ledgerPolicy(String policyHash) {
        return "policy:" + policyHash;
    }

    /** Ledger key of what was published last for some agents, or for all that nothing else names. */
    public static String ledgerPublication(Scope scope) {
        return "publication:" + scope.kind() + ":" + (scope.id() == null ? "" : scope.id());
    }

    /** Journal chain of a run. */
    public static String runChain(String runId) {
        return RUN + runId;
    }

    /** Journal chain of an operation. */
    public static String operationChain(String operationId) {
        return OPERATION + operationId;
    }

    /** Journal chain of a partition of a stage, for records that concern no single run or operation. */
    public static String partitionChain(String stage, int partition) {
        return PART + stage + ":" + partition;
    }

    /** Whether a record of the journal with this key is an entry of a chain; others may come to stand there as well. */
    public static boolean isChain(String key) {
        return key != null && (key.startsWith(RUN) || key.startsWith(OPERATION) || key.startsWith(PART));
    }

    /** What the keys of the signed heads of a task start with; more follows, so that each belongs to its partition. */
    public static String strand(String stage, int task) {
        return STRAND + stage + ":" + task;
    }

    /** Whether a record of the journal with this key is the signed head of a strand. */
    public static boolean isStrand(String key) {
        return key != null && key.startsWith(STRAND);
    }

    /** What the keys of the snapshots of a chain start with; more follows, so that each is in the partition of its chain. */
    public static String snapshot(String chain) {
        return SNAPSHOT + chain;
    }

    /** Whether a record of the journal with this key is the snapshot of a chain. */
    public static boolean isSnapshot(String key) {
        return key != null && key.startsWith(SNAPSHOT);
    }
}
