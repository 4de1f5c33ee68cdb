/**
 * Pure decisions. Nothing here reads a clock, draws a random number, does I/O or uses floating point: a decision is a
 * function of state, input, policy and the time it is told.
 */
package dev.interlock.core;
