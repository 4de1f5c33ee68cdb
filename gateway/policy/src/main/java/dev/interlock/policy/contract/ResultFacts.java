package dev.interlock.policy.contract;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import java.util.Optional;

/**
 * What a tool's contract says about a result.
 *
 * @param result the result, as a failure where the contract says that it is one
 * @param fault why its value is not what the contract promises
 * @param pending whether what was asked for is still to come, so that asking again is no repetition
 */
public record ResultFacts(Result result, Optional<Fault> fault, boolean pending) {

    /** The result as the core takes it: one whose value is not what was promised is as one whose status nobody knows. */
    public Result judged() {
        return fault.isEmpty() ? result : result.as(ResultStatus.UNRECOGNISED, result.error());
    }
}
