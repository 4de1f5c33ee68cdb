/** The demo: the scenarios on a real broker, with everything in processes of its own. */
package dev.interlock.cli.demo;
