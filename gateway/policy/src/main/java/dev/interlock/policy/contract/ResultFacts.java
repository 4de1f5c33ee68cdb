package dev.interlock.policy.contract;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import java.util.Optional;

/**
 * What a tool's contract says about a result.
 *
 * @param result the result, as a failure where the contract says that it is one
 * @param fault why its value is not what the contract promises
 * @param pending whether what was asked for is still to come, so that asking again is no repetition
 * @param stable digest of what stays of its value where the contract leaves something out when results are compared
 * @param page digest of the records on the page it brought, where the contract says where they are and there are any
 */
public record ResultFacts(
        Result result, Optional<Fault> fault, boolean pending, Optional<String> stable, Optional<String> page) {
    /** The code of a value that is not what was promised. */
    public static final String UNMET = "invalid_result";

    /** Nothing is said of it. */
    static ResultFacts plain(Result result) {
        return new ResultFacts(result, Optional.empty(), false, Optional.empty(), Optional.empty());
    }

    /** The result as the core takes it: one whose value is not what was promised is as one whose status nobody knows. */
    public Result judged() {
        if (fault.isPresent()) {
            return result.as(ResultStatus.UNRECOGNISED, Optional.of(new ToolError(ToolError.Kind.INVALID, UNMET)));
        }
        Result compared = stable.map(result::comparedBy).orElse(result);
        Result told = pending ? compared.asPending() : compared;
        return page.map(told::withPage).orElse(told);
    }
}
