/** Asks a runtime by a signed HTTP request, as Standard Webhooks has it. */
package dev.interlock.server.runtime.webhook;
