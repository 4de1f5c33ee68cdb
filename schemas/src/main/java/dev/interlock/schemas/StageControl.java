package dev.interlock.schemas;

/**
 * A command as the control router passes it to the partitions it concerns.
 *
 * @param control the command; of a stop whose body could not be read, what its key or header said
 * @param origin where the command stands
 * @param atMs when it was routed, by the clock of the gateway. Milliseconds since the epoch
 */
public record StageControl(Control control, Position origin, long atMs) implements WireRecord {}
