/** The words an outcome is made of: status, reason, next actions, and what a guard read. */
package dev.interlock.core.outcome;
