/** What other loop detectors decide, put to the gateway's own decisions with their thresholds. */
package dev.interlock.backtest.detector;
