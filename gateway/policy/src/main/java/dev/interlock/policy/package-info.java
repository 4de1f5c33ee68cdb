/** Policies as files: read, checked with the place of each problem, hashed, and loaded by name. */
package dev.interlock.policy;
