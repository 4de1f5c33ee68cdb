/** What is wrong with a file: where, which field, which rule, and what stands there. */
package dev.interlock.policy.problem;
