package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Page;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** A run whose tool has a contract of its own, one call after the other and each with its result at once. */
final class Contracted {
    static final String TOOL = "search";
    private static final ToolError BUSY = new ToolError(ToolError.Kind.TRANSIENT, "503");
    private static final ToolError BROKEN = new ToolError(ToolError.Kind.PERMANENT, "404");

    final RunBench bench;
    private long proposals;

    private Contracted(RunBench bench) {
        this.bench = bench;
    }

    static Contracted run(Policy policy, UnaryOperator<ToolContract> contract) {
        return new Contracted(new RunBench(policy(policy, contract)));
    }

    /** The same policy with one contract changed. */
    static Policy policy(Policy policy, UnaryOperator<ToolContract> contract) {
        return policy.with(TOOL, contract.apply(policy.contract(TOOL).orElseThrow()));
    }

    /** Time passes. */
    Contracted after(long ms) {
        bench.at(bench.clock() + ms);
        return this;
    }

    /** Asks for something and gets this; {@code ok}, or why it is denied. */
    String ask(String what, Result brought) {
        return take(read(what, Optional.empty()), brought);
    }

    /** Asks for a page and gets these records. */
    String page(String series, String cursor, String records) {
        Call call = read(series + " from " + cursor, Optional.of(new Page(series, cursor)));
        Result brought = ok(records + ", next of " + cursor);
        return take(call, records.isEmpty() ? brought : brought.withPage(records));
    }

    private String take(Call call, Result brought) {
        String id = "p" + proposals++;
        String verdict = said(bench.propose(id, call));
        if (verdict.equals("ok")) {
            bench.report(bench.idOf(id), brought);
        }
        return verdict;
    }

    static String said(RunDecision decision) {
        return decision.verdict().what() == Verdict.What.DENIED
                ? decision.verdict().reason().orElseThrow().code()
                : "ok";
    }

    static Call read(String what, Optional<Page> page) {
        Call call = new Call(TOOL, Kind.READ, TOOL + what, "rule", Optional.empty(), TOOL + what);
        return page.map(call::with).orElse(call);
    }

    static Result ok(String value) {
        return result(ResultStatus.OK, value, Optional.empty());
    }

    static Result pending(String value) {
        return ok(value).asPending();
    }

    static Result busy() {
        return result(ResultStatus.RETRYABLE, "", Optional.of(BUSY));
    }

    static Result broken() {
        return result(ResultStatus.RETRYABLE, "", Optional.of(BROKEN));
    }

    private static Result result(ResultStatus status, String value, Optional<ToolError> error) {
        Evidence evidence = new Evidence(OptionalLong.of(0), Optional.of(false), Optional.empty(), false);
        Value brought = value.isEmpty() ? Value.ABSENT : new Value(value, false);
        return new Result(status, Effect.NONE, evidence, brought, error, Optional.empty(), OptionalLong.empty(), 1);
    }
}
