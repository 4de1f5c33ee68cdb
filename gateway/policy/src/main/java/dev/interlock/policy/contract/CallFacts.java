package dev.interlock.policy.contract;

import dev.interlock.core.fact.Fault;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Optional;

/**
 * What a tool's contract and the policy's rules say about a call. The core decides by {@code fault} in its own order; the
 * rest tells calls apart and is journaled.
 *
 * @param fault what speaks against the call: the first thing wrong with it, or else the strongest rule that applies
 * @param identity by what the call is told to be the same as another
 * @param operationId the operation id it has: the derived one of a write where one is derived, else the supplied one
 * @param rules the rules that apply, in their order; none where the call itself is wrong
 * @param page which page of what it asks for, where its tool answers in pages
 * @param journaled the arguments without those that are sensitive; empty where the contract does not say which are, and
 *     none are journaled
 */
public record CallFacts(
        Optional<Fault> fault,
        IdentityRule identity,
        Optional<String> operationId,
        List<RuleResult> rules,
        Optional<Page> page,
        Optional<Json> journaled) {
    public CallFacts {
        rules = List.copyOf(rules);
    }

    /**
     * A page that is asked for.
     *
     * @param series digest of tool and arguments without the cursor: equal for pages of one list
     * @param cursor digest of the cursor; empty for the first page
     */
    public record Page(String series, Optional<String> cursor) {}
}
