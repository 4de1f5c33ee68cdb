/** Backtests: what a policy would have denied or stopped in runs that were recorded without it. */
package dev.interlock.backtest;
