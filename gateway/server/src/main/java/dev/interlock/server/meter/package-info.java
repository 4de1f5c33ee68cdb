/** What a gateway's gauges tell of the state of its tasks, counted as it changes. Nothing here decides. */
package dev.interlock.server.meter;
