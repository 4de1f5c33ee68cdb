/**
 * Asks the runtimes that host agents to stop runs, after the gateway has stopped them: a consumer of its own, apart from
 * the deciding threads. What a runtime answers is recorded and proves nothing.
 */
package dev.interlock.server.runtime;
