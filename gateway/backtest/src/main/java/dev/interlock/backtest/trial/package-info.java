/** Plays one recorded run through the core's two stages. */
package dev.interlock.backtest.trial;
