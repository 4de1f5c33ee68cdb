/** Recorded runs, as the trace format has them. */
package dev.interlock.backtest.trace;
