/** Plays scenarios with the core alone: in memory, on a virtual clock, without a broker. */
package dev.interlock.scenarios.memory;
