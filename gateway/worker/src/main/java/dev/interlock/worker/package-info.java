/**
 * The worker's side of the client library: it executes what the gateway dispatched, once, and answers every dispatch it
 * took. What both sides share is {@link dev.interlock.worker.Connection}.
 */
package dev.interlock.worker;
