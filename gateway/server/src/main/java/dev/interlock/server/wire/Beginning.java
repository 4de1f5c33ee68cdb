package dev.interlock.server.wire;

import dev.interlock.policy.contract.PolicyDocument;

/**
 * What a run that goes on from an ended one brings beside its state.
 *
 * @param policy the policy it is held to
 * @param kept what it shows of its past in its outcomes
 */
public record Beginning(PolicyDocument policy, RunKeepings kept) {}
