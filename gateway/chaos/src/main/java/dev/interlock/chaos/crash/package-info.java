/** What a gateway or a worker is configured with so that it can be disturbed at a named point. No other process loads it. */
package dev.interlock.chaos.crash;
