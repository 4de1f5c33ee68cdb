package dev.interlock.backtest.trial;

import dev.interlock.core.outcome.Reason;

/**
 * The end that the policy puts to a recorded run.
 *
 * @param call the call that was denied when it ended, or whose result ended it; from 1
 * @param reason why
 */
public record Stopped(int call, Reason reason) {}
