package dev.interlock.schemas;

/**
 * Validated revision of one subject.
 *
 * @param subject what the revision counts; empty for the one unnamed counter of the run
 * @param revision the revision
 */
public record SubjectRevision(String subject, long revision) {}
