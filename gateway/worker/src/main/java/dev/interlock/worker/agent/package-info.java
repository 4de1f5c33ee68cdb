/** The agent's side of the client library: it proposes calls and waits for the answers. */
package dev.interlock.worker.agent;
