/**
 * The run stage's decisions: one run, keyed by its id. {@code RunDecider} decides, {@code RunFold} applies what was
 * decided, and nothing else changes a {@code RunState}.
 */
package dev.interlock.core.run;
