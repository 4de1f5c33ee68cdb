/** What the core is told about the world: calls, results and evidence as digests and counts, never payloads. */
package dev.interlock.core.fact;
