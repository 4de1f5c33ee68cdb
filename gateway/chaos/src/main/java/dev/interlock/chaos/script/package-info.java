/** Agents that follow scripts, so that the end of a run is known before it begins. */
package dev.interlock.chaos.script;
