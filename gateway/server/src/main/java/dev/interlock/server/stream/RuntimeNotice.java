package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.run.Ending;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunState;
import dev.interlock.server.config.Runtimes;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.RuntimeRequest;
import java.util.List;
import java.util.Optional;

/**
 * Writes, where a stop reaches a whole run, that the runtime of its agent is to be asked to stop it. In the transaction of
 * the decision: who asks reads it there, and can neither ask ahead of the decision nor forget to.
 */
final class RuntimeNotice {
    private final StageTask task;
    private final Runtimes runtimes;

    RuntimeNotice(StageTask task, Runtimes runtimes) {
        this.task = task;
        this.runtimes = runtimes;
    }

    void send(RunCase input, Optional<RunState> before, RunDecision decision, Outbox outbox) {
        Optional<RunState> run = decision.after().or(() -> before);
        run.flatMap(state -> runtimes.hosting(state.ownerAgentId()))
                .ifPresent(runtime -> stop(input, before, run.get())
                        .map(stop ->
                                RuntimeRequest.of(stop, input.runId(), run.get().ownerAgentId(), outbox.atMs()))
                        .ifPresent(request -> outbox.send(ContainmentWriter.pending(request, runtime.name()))));
    }

    /** The stop that reaches the whole run: the input itself, or one in force that made it end just now. */
    private Optional<Stop> stop(RunCase input, Optional<RunState> before, RunState run) {
        if (input.stop().isPresent()) {
            return input.stop().filter(stop -> stop.endsRun(run.target()));
        }
        boolean endsNow = before.map(RunState::judges).orElse(true) && !run.judges();
        return run.ending().filter(ending -> endsNow).flatMap(ending -> {
            List<Stop> stops = task.stops().inForce(Concern.of(input, before));
            return first(stops, input, run, ending);
        });
    }

    /** One that ends runs whole before any other: a stop of a tool ends a run where its policy says so. */
    private static Optional<Stop> first(List<Stop> inForce, RunCase input, RunState run, Ending ending) {
        List<Stop> stops = inForce.stream()
                .filter(stop -> stop.scope().reason() == ending.reason())
                .toList();
        String agentId = input.extras()
                .proposal()
                .map(proposal -> proposal.record().agentId())
                .orElse(run.ownerAgentId());
        return stops.stream()
                .filter(stop -> stop.endsRun(run.target()))
                .findFirst()
                .or(() -> ending.blocked()
                        .flatMap(Ending.Blocked::call)
                        .flatMap(call -> stops.stream()
                                .filter(stop -> stop.reaches(run.target(), agentId, call.tool(), call.kind()))
                                .findFirst()));
    }
}
