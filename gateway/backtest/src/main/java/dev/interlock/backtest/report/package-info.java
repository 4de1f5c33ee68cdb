/** Counts what trials found, and how sure one may be of it. */
package dev.interlock.backtest.report;
