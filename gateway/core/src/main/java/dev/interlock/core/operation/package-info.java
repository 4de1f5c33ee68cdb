/**
 * The operation stage's decisions: one operation, keyed by its id, across all runs. {@code OperationDecider} decides,
 * {@code OperationFold} applies, and nothing else changes an {@code Operation}.
 */
package dev.interlock.core.operation;
