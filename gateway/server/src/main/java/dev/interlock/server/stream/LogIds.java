package dev.interlock.server.stream;

import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.StageRequest;
import dev.interlock.server.wire.Shown;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Which run, proposal, dispatch and operation a log line is about that is written while something is decided. What a decision
 * ends with by throwing keeps them, for the line that tells of it.
 */
final class LogIds {
    private static final Logger DECISIONS = LoggerFactory.getLogger("dev.interlock.decisions");
    private static final String RUN = "run_id";
    private static final String PROPOSAL = "proposal_id";
    private static final String DISPATCH = "dispatch_id";
    private static final String OPERATION = "operation_id";

    private LogIds() {}

    static void begin(RunCase input) {
        MDC.clear();
        put(RUN, input.runId());
        input.extras().proposal().ifPresent(proposal -> {
            put(PROPOSAL, proposal.record().proposalId());
            put(OPERATION, proposal.record().operationId());
        });
        switch (input.input()) {
            case RunInput.Reported reported -> put(DISPATCH, reported.dispatchId());
            case RunInput.Running running -> put(DISPATCH, running.dispatchId());
            case RunInput.Answered answered -> put(OPERATION, answered.answer().operationId());
            default -> {}
        }
    }

    static void begin(OperationCase input) {
        MDC.clear();
        put(OPERATION, input.operationId());
        input.request().ifPresent(LogIds::put);
        switch (input.input()) {
            case OperationInput.Reported reported -> put(DISPATCH, reported.dispatchId());
            case OperationInput.Running running -> put(DISPATCH, running.dispatchId());
            default -> {}
        }
    }

    private static void put(StageRequest request) {
        put(RUN, request.runId());
        put(PROPOSAL, request.proposalId());
    }

    /** Whoever names a run may put anything into it. */
    private static void put(String name, String id) {
        if (id != null) {
            MDC.put(name, Shown.hidden(id));
        }
    }

    /** It was decided; what follows is about something else. */
    static void end(String decider, String decision, Optional<Reason> reason) {
        if (DECISIONS.isDebugEnabled()) {
            DECISIONS.debug(
                    "{} {} {}", decider, decision, reason.map(Reason::code).orElse("none"));
        }
        MDC.clear();
    }
}
