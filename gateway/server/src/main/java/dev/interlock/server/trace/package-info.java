/** Spans for OpenTelemetry, made beside decisions from what is published. Nothing waits for them. */
package dev.interlock.server.trace;
