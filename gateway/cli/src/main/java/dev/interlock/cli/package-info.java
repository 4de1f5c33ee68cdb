/** The command <code>interlock</code>: operator commands, demo, local start. */
package dev.interlock.cli;
