/** Plays scenarios on a real broker: agents, tools and operators against a gateway that runs somewhere else. */
package dev.interlock.scenarios.kafka;
