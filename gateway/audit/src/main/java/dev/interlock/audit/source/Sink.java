package dev.interlock.audit.source;

/** Takes the records of one partition, in order. */
@FunctionalInterface
public interface Sink {
    /** The next record. */
    void take(Raw raw);
}
