package dev.interlock.server.wire;

import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.policy.contract.ResultFacts;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import dev.interlock.schemas.Position;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a result brought beside its facts: value, receipt and error text. Its value is inline up to 64 KiB.
 *
 * @param result the result, without a value that is too large
 */
public record Carried(OperationResult result) {
    private static final String FAILURE = "what the tool answered is a failure, as its contract tells it";

    /**
     * The same as its tool's contract tells it: with what is wrong where the contract finds that.
     *
     * @param found what it found
     */
    public Carried told(ResultFacts found) {
        Optional<CallError> error = found.fault()
                .map(fault -> new CallError(
                        Symbols.code(ToolError.Kind.INVALID),
                        ResultFacts.UNMET,
                        fault.field() + ": " + fault.rule() + ", was " + fault.value(),
                        fault.field(),
                        fault.rule(),
                        fault.value()))
                .or(() -> found.result()
                        .error()
                        .filter(failed -> isMadeOne(found))
                        .map(failed ->
                                new CallError(Symbols.code(failed.kind()), failed.code(), FAILURE, null, null, null)));
        return error.map(wrong -> new Carried(
                        OperationResultBuilder.builder(result).error(wrong).build()))
                .orElse(this);
    }

    /** Whether the contract makes a failure of it: one that the tool itself reported keeps what the tool said of it. */
    private boolean isMadeOne(ResultFacts found) {
        return Symbols.code(ResultStatus.OK).equals(result.status())
                && found.result().status() != ResultStatus.OK;
    }

    /** The same, with the text of its error hidden in part. */
    public Carried hiding(UnaryOperator<String> hidden) {
        CallError error = result.error();
        if (error == null) {
            return this;
        }
        CallError shown = new CallError(
                error.errorClass(),
                error.code(),
                hidden(error.message(), hidden),
                hidden(error.field(), hidden),
                hidden(error.rule(), hidden),
                hidden(error.value(), hidden));
        return new Carried(OperationResultBuilder.builder(result).error(shown).build());
    }

    private static String hidden(String text, UnaryOperator<String> hidden) {
        return text == null ? null : hidden.apply(text);
    }

    /** Where the whole result stands. */
    public Optional<Position> source() {
        return Optional.ofNullable(result.valueRef());
    }
}
