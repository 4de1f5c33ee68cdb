/** {@code interlock chaos}. */
package dev.interlock.cli.chaos;
