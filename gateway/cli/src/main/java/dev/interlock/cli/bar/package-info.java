/** How far a long command has come. */
package dev.interlock.cli.bar;
