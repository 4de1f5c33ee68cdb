/** {@code interlock backtest}. */
package dev.interlock.cli.backtest;
