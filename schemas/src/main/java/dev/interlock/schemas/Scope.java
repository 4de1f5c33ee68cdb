package dev.interlock.schemas;

/**
 * What a stop, a lift or an alive record applies to.
 *
 * @param kind what is named
 * @param id the run, agent, tool, model or chain named. Absent for kind all, and for kind model where it means
 *     every paid model call; may be null
 */
public record Scope(String kind, String id) {}
