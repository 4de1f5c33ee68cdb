/** Broker, gateway and workers as processes on this machine, for the demo and for trying things out. */
package dev.interlock.cli.local;
