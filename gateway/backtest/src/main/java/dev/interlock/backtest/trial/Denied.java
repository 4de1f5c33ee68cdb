package dev.interlock.backtest.trial;

import dev.interlock.core.outcome.Reason;

/**
 * A recorded call that the policy denies.
 *
 * @param call its place in the run, from 1
 * @param reason why
 * @param costly whether it brought something when it was recorded: a write that succeeded, or a result the run had not
 *     seen before
 */
public record Denied(int call, Reason reason, boolean costly) {}
