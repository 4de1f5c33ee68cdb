/** A gateway as a process. */
package dev.interlock.server.app;
