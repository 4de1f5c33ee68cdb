/** {@code interlock bench}. */
package dev.interlock.cli.bench;
