package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.ScriptedReport;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Symbols;
import dev.interlock.worker.DispatchContext;
import dev.interlock.worker.Effect;
import dev.interlock.worker.Found;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolExecutor;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.ToolQuery;
import dev.interlock.worker.ToolStatus;
import dev.interlock.worker.ToolVerifier;
import dev.interlock.worker.Verified;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A tool that does what the scenario says. What it did it knows by the number of the execution, which is its receipt. */
final class ScriptedTool implements ToolExecutor, ToolVerifier, ToolQuery {
    private static final String EXECUTION = "execution";

    /** The exit code of a process that was killed. */
    private static final int KILLED = 137;

    private final Receiver receiver;

    private ScriptedTool(Receiver receiver) {
        this.receiver = receiver;
    }

    static Tool at(Receiver receiver) {
        ScriptedTool scripted = new ScriptedTool(receiver);
        return new Tool(scripted, scripted).withQuery(scripted);
    }

    @Override
    public ToolOutput execute(DispatchContext context) {
        int execution =
                receiver.executed(context.dispatch().runId(), context.dispatch().proposalId());
        Behaviour behaviour = Scripts.behaviour(context.dispatch(), execution);
        switch (behaviour.course()) {
            case THROWS -> throw new IllegalStateException("the scenario wants this executor to throw");
            case WORKER_DIES -> Runtime.getRuntime().halt(KILLED);
            case NEVER_RETURNS -> work(Long.MAX_VALUE);
            case RETURNS, VERIFIER_THROWS -> work(behaviour.takesMs() * 1_000_000);
        }
        return output(behaviour.report()).withReceipt(Map.of(EXECUTION, execution));
    }

    @Override
    public Verified verify(DispatchContext context, ToolOutput output) {
        int execution = output.receipt().node().get(EXECUTION).intValue();
        Behaviour behaviour = Scripts.behaviour(context.dispatch(), execution);
        if (behaviour.course() == Behaviour.Course.VERIFIER_THROWS) {
            throw new IllegalStateException("the scenario wants this verifier to throw");
        }
        ScriptedReport report = behaviour.report();
        Long revision = report.revision().isPresent() ? report.revision().getAsLong() : null;
        Evidence evidence = new Evidence(revision, report.done(), output.receipt(), null, List.of());
        return new Verified(effect(context, report), evidence);
    }

    @Override
    public Found find(DispatchContext context) {
        Dispatch query = context.dispatch();
        Behaviour finding = Scripts.finding(query, query.attempt());
        if (finding.course() != Behaviour.Course.RETURNS) {
            throw new IllegalStateException("the scenario wants this query to throw");
        }
        ScriptedReport report = finding.report();
        Json causedBy = Json.of(Map.of("dispatch_id", query.targetDispatchId()));
        Evidence evidence = new Evidence(report.revision().orElseThrow(), report.done(), causedBy, null, List.of());
        return new Found(new Verified(effect(context, report), evidence), Json.of(report.value()));
    }

    /** Takes its time, whoever asks it to stop: the scenarios are about tools that do not listen. */
    private static void work(long nanos) {
        long began = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - began)) {
            // A set interrupt flag would keep the thread from being parked.
            Thread.interrupted();
            LockSupport.parkNanos(left);
        }
    }

    private static ToolOutput output(ScriptedReport report) {
        ToolStatus status = ToolStatus.valueOf(report.status().toUpperCase(Locale.ROOT));
        CallError error = report.failure()
                .map(f -> new CallError(f.kind(), f.code(), "as the scenario says", null, null, null))
                .orElse(null);
        Long cost = report.costMicros().isPresent() ? report.costMicros().getAsLong() : null;
        return new ToolOutput(status, Json.of(report.value()), null, error, null, null, cost);
    }

    private static Effect effect(DispatchContext context, ScriptedReport report) {
        boolean write = Symbols.Kind.WRITE.equals(context.dispatch().kind());
        return report.effect()
                .map(symbol -> Effect.valueOf(symbol.toUpperCase(Locale.ROOT)))
                .orElse(write ? Effect.COMMITTED : Effect.NONE);
    }
}
