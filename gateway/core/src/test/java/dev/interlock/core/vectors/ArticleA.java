package dev.interlock.core.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.Queries;
import dev.interlock.core.operation.Report;
import dev.interlock.core.operation.Request;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.KnownOperation;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Runs a script of article A through the core and puts the answer into the prototype's words. */
final class ArticleA {
    private static final Map<String, String> NAMES =
            Map.of("turn_budget", "model_budget", "call_budget", "tool_budget", "human_required", "approval");

    /** A stored result's evidence says no more than that the operation is committed. */
    private static final Evidence STORED =
            new Evidence(OptionalLong.of(0), Optional.of(false), Optional.empty(), false);

    private ArticleA() {}

    /** What a run came to, in the prototype's words. {@code lastGood} is a step, -1 for what was known before. */
    record Observed(
            String status,
            String reason,
            long revision,
            long turns,
            long calls,
            List<Integer> executed,
            List<Integer> replayed,
            Integer lastGood,
            Map<String, String> ledger) {}

    static Observed expected(JsonNode vector) {
        JsonNode expect = vector.path("expect");
        Map<String, String> ledger = new TreeMap<>();
        expect.path("ledger")
                .properties()
                .forEach(e -> ledger.put(e.getKey(), e.getValue().asText()));
        return new Observed(
                expect.path("status").asText(),
                expect.path("reason").asText(),
                expect.path("revision").asLong(),
                expect.path("turns").asLong(),
                expect.path("calls").asLong(),
                Scripts.numbers(expect.path("executed")),
                Scripts.numbers(expect.path("replayed")),
                expect.path("last_good").isNull()
                        ? null
                        : expect.path("last_good").asInt(),
                ledger);
    }

    static Observed observe(JsonNode vector) {
        JsonNode steps = vector.path("steps");
        Policy policy = policy(vector.path("budget"));
        Bench bench = new Bench(policy, new ScriptedWorker(steps), Optional.of(initial(vector, policy)));
        vector.path("ledger").forEach(known -> bench.know(operation(known, policy)));
        for (int i = 0; i < steps.size() && bench.run().orElseThrow().phase() == Phase.OPEN; i++) {
            bench.propose(i, Scripts.call(steps.get(i), "operation_id"));
        }
        if (bench.run().orElseThrow().phase() == Phase.OPEN) {
            bench.finish();
        }
        return observed(bench);
    }

    private static Observed observed(Bench bench) {
        RunState run = bench.run().orElseThrow();
        Optional<Outcome> terminal = bench.last(Outcome.Type.TERMINAL);
        boolean held = run.phase() == Phase.HELD;
        Status status =
                held ? Status.NEEDS_HUMAN : terminal.flatMap(Outcome::status).orElseThrow();
        Reason reason =
                held ? Reason.HUMAN_REQUIRED : terminal.flatMap(Outcome::reason).orElseThrow();
        Map<String, String> ledger = new TreeMap<>();
        bench.operations().forEach((id, o) -> ledger.put(id, o.state().code()));
        return new Observed(
                status.code(),
                NAMES.getOrDefault(reason.code(), reason.code()),
                run.progress().revision(),
                run.budgets().turns().taken(),
                run.budgets().calls().taken(),
                bench.executed(),
                bench.replayed(),
                run.progress()
                        .lastGood()
                        .map(g -> Integer.valueOf(g.valueDigest()))
                        .orElse(null),
                ledger);
    }

    private static Policy policy(JsonNode budget) {
        Policy preset = Presets.articleA();
        Scripts.Limits limits = new Scripts.Limits(
                budget.path("max_turns").asInt(),
                budget.path("max_calls").asInt(),
                budget.path("deadline_ms").asLong(),
                preset.repetition());
        return Scripts.policy(preset, limits, ProgressRule.REVISION);
    }

    private static RunState initial(JsonNode vector, Policy policy) {
        Map<String, KnownOperation> known = new LinkedHashMap<>();
        for (JsonNode entry : vector.path("ledger")) {
            Call call = ledgerCall(entry);
            KnownOperation.State state =
                    KnownOperation.State.valueOf(entry.path("state").asText().toUpperCase(Locale.ROOT));
            String id = call.operationId().orElseThrow();
            known.put(id, new KnownOperation(id, call.tool(), call.fingerprint(), call.identityRule(), state, 1));
        }
        return Scripts.initial(policy, vector.path("initial_revision").asLong(), known);
    }

    private static Operation operation(JsonNode entry, Policy policy) {
        Call call = ledgerCall(entry);
        String id = call.operationId().orElseThrow();
        Request claim = new Request(
                "earlier",
                "earlier",
                "earlier",
                "agent",
                "agent",
                call.tool(),
                call.fingerprint(),
                call.identityRule(),
                1,
                false,
                policy.contract(call.tool()).orElseThrow(),
                0,
                Map.of(),
                Optional.empty(),
                Activation.root(id));
        Operation.State state =
                Operation.State.valueOf(entry.path("state").asText().toUpperCase(Locale.ROOT));
        Result stored = result(ResultStatus.OK, Effect.COMMITTED, STORED, -1, Optional.empty());
        return new Operation(
                id,
                new Claim(claim, 1, id + "#e1", 0, false, List.of()),
                state,
                1,
                Optional.of(new Report(Report.Source.WORKER, 1, stored, "earlier", 0)),
                false,
                Optional.empty(),
                Queries.NONE,
                List.of(),
                0,
                Optional.empty(),
                0,
                0);
    }

    private static Call ledgerCall(JsonNode entry) {
        Call call = Scripts.call(entry, "operation_id");
        return new Call(
                call.tool(), Kind.WRITE, call.fingerprint(), call.identityRule(), call.operationId(), call.digest());
    }

    private static Result result(
            ResultStatus status, Effect effect, Evidence evidence, int step, Optional<ToolError> error) {
        Value value = new Value(String.valueOf(step), false);
        return new Result(status, effect, evidence, value, error, Optional.empty(), OptionalLong.empty(), 1);
    }

    /** Does what the script says. */
    private record ScriptedWorker(JsonNode steps) implements Bench.Worker {
        @Override
        public long takesMs(int step) {
            return steps.get(step).path("takes_ms").asLong();
        }

        @Override
        public Result result(int step) {
            JsonNode execute = steps.get(step).path("execute");
            if (execute.isTextual()) {
                ToolError thrown = new ToolError(ToolError.Kind.PERMANENT, ToolError.EXECUTOR_EXCEPTION);
                return ArticleA.result(ResultStatus.FATAL, Effect.UNKNOWN, Evidence.NONE, step, Optional.of(thrown));
            }
            return verified(step, status(execute.path("status").asText()), step);
        }

        private Result verified(int step, ResultStatus status, int value) {
            JsonNode verify = steps.get(step).path("verify");
            if (verify.isTextual()) {
                return ArticleA.result(status, Effect.UNKNOWN, Evidence.NONE, value, Optional.empty());
            }
            Evidence evidence = new Evidence(
                    OptionalLong.of(verify.path("revision").asLong()),
                    Optional.of(verify.path("done").asBoolean()),
                    Optional.empty(),
                    false);
            Effect effect = Effect.valueOf(verify.path("effect").asText().toUpperCase(Locale.ROOT));
            return ArticleA.result(status, effect, evidence, value, Optional.empty());
        }

        private static ResultStatus status(String symbol) {
            return switch (symbol) {
                case "ok" -> ResultStatus.OK;
                case "retryable" -> ResultStatus.RETRYABLE;
                case "fatal" -> ResultStatus.FATAL;
                case "needs_human" -> ResultStatus.HUMAN_REQUIRED;
                default -> ResultStatus.UNRECOGNISED;
            };
        }
    }
}
