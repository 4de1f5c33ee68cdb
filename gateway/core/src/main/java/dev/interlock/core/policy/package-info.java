/** Limits and rules as values: what a run may use, what counts as repetition, and what each guard does when it fires. */
package dev.interlock.core.policy;
