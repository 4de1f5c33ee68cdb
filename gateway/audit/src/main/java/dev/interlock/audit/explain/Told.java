package dev.interlock.audit.explain;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.Timer;
import dev.interlock.server.wire.RunFacts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What came in, as names and texts. */
final class Told {
    private final Map<String, String> facts = new LinkedHashMap<>();

    private Told() {}

    /** What came in for a run. */
    static Map<String, String> of(RunFacts seen) {
        Told told = new Told();
        told.run(seen.input());
        seen.told().ifPresent(said -> {
            said.args().ifPresent(args -> told.put("args", args));
            said.argsDigest().ifPresent(digest -> told.put("args_digest", digest));
            said.rules().forEach(rule -> told.put("rule " + rule.rule(), rule.then() + ": " + rule.text()));
            said.unmet().ifPresent(told::fault);
        });
        seen.stops().forEach(stop -> told.put("in force", scope(stop)));
        seen.closure().ifPresent(closure -> told.put("closed", closure.toString()));
        return told.facts;
    }

    /** What came in for an operation. */
    static Map<String, String> of(OperationInput input) {
        Told told = new Told();
        told.operation(input);
        return told.facts;
    }

    private void run(RunInput input) {
        switch (input) {
            case RunInput.Proposed proposed -> proposal(proposed.proposal());
            case RunInput.Finished finished -> {
                put("agent", finished.finish().agentId());
                put("proposal", finished.finish().proposalId());
                put("cause", symbol(finished.finish().cause()));
            }
            case RunInput.Unreadable unreadable -> fault(unreadable.fault());
            case RunInput.Reported reported -> {
                put("dispatch", reported.dispatchId());
                put("attempt", reported.attempt());
                result(reported.result());
            }
            case RunInput.Running running -> put("dispatch", running.dispatchId());
            case RunInput.Answered answered -> answer(answered.answer());
            case RunInput.Admitted admitted ->
                put("admission", admitted.membership().toString());
            case RunInput.Due due -> timer(due.timer());
            case RunInput.Approved approved -> person(approved.by(), "hold", approved.holdId());
            case RunInput.Rejected rejected -> person(rejected.by(), "hold", rejected.holdId());
            case RunInput.Granted granted -> {
                person(granted.grant().by(), "because", granted.grant().reason());
                granted.grant()
                        .rises()
                        .forEach(rise -> put("raises " + rise.ceiling().code(), rise.amount()));
            }
            case RunInput.Resumed resumed -> {
                person(resumed.resume().by(), "because", resumed.resume().reason());
                put("change", resumed.resume().change().code());
            }
            case RunInput.CarriedOver carried ->
                put("goes on from", carried.carryOver().endedRunId());
            case RunInput.Stopped stopped -> stop(stopped.stop());
        }
    }

    private void operation(OperationInput input) {
        switch (input) {
            case OperationInput.Requested requested -> {
                request(requested.request());
                requested.stops().forEach(stop -> put("in force", scope(stop)));
            }
            case OperationInput.Withdrawn withdrawn -> {
                put("run", withdrawn.runId());
                put("request", withdrawn.requestId());
            }
            case OperationInput.AdmissionAsked asked ->
                put("run", asked.admission().runId());
            case OperationInput.Reported reported -> {
                put("dispatch", reported.dispatchId());
                put("epoch", reported.epoch());
                result(reported.result());
                reported.names().ifPresent(named -> put("receipt names", named));
            }
            case OperationInput.Running running -> put("dispatch", running.dispatchId());
            case OperationInput.TimeoutDue due -> put("timeout of epoch", due.epoch());
            case OperationInput.QueryDue due -> put("question", due.attempt() + " about epoch " + due.epoch());
            case OperationInput.Resolved resolved -> {
                person(
                        resolved.resolution().by(),
                        "because",
                        resolved.resolution().reason());
                put("found", resolved.resolution().found().code());
            }
            case OperationInput.Stopped stopped -> stop(stopped.stop());
            case OperationInput.HorizonDue due -> put("horizon of version", due.version());
        }
    }

    private void proposal(Proposal proposal) {
        put("agent", proposal.agentId());
        put("turn", proposal.turn());
        put("proposal", proposal.proposalId());
        proposal.call().ifPresent(this::call);
        proposal.handoffFrom().ifPresent(from -> put("handed over by", from));
        proposal.causedBy().ifPresent(cause -> put("caused by", cause));
        proposal.fault().ifPresent(this::fault);
    }

    private void call(Call call) {
        put("tool", call.tool());
        put("kind", call.kind().code());
        call.operationId().ifPresent(id -> put("operation", id));
        put("fingerprint", call.fingerprint());
    }

    private void request(Request request) {
        put("run", request.runId());
        put("agent", request.agentId());
        put("proposal", request.proposalId());
        put("tool", request.tool());
        put("request", request.requestId());
        request.approvalId().ifPresent(approval -> put("approval", approval));
    }

    private void answer(Answer answer) {
        put("operation", answer.operationId());
        put("answer", symbol(answer.verdict()));
        put("epoch", answer.epoch());
        answer.reason().ifPresent(reason -> put("reason", reason.code()));
        answer.result().ifPresent(this::result);
    }

    private void result(Result result) {
        put("status", symbol(result.status()));
        put("effect", symbol(result.effect()));
        Evidence evidence = result.evidence();
        evidence.revision().ifPresent(revision -> put("revision", revision));
        evidence.done().ifPresent(done -> put("done", done));
        evidence.subject().ifPresent(subject -> put("subject", subject));
        put(
                "value",
                result.value().empty() ? "none" : "sha256:" + result.value().digest());
        result.error().ifPresent(this::error);
        result.notExecuted().ifPresent(why -> put("not executed", why));
        if (result.costMicros().isPresent()) {
            put("cost_micros", result.costMicros().getAsLong());
        }
    }

    private void error(ToolError error) {
        put("error", symbol(error.kind()) + " " + error.code());
    }

    private void fault(Fault fault) {
        put("fault", fault.reason().code() + ": " + fault.field() + " " + fault.rule());
    }

    private void timer(Timer timer) {
        switch (timer) {
            case Timer.Deadline deadline -> put("due", "deadline of the run");
            case Timer.Dispatch dispatch -> put("due", "result of " + dispatch.dispatchId());
            case Timer.Hold hold -> put("due", "answer of a person");
            case Timer.Stub stub -> put("due", "end of being remembered");
        }
    }

    private void stop(Stop stop) {
        put("stop", scope(stop));
        put("control", stop.controlId());
    }

    static String scope(Stop stop) {
        return (stop.scope().code() + " " + stop.id()).strip();
    }

    private void person(String by, String name, String value) {
        put("by", by);
        put(name, value);
    }

    private static String symbol(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void put(String name, Object value) {
        facts.merge(name, String.valueOf(value), (one, other) -> one + ", " + other);
    }
}
