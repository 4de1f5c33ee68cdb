package dev.interlock.schemas;

/**
 * One member of an evidence that was there and could not be read.
 *
 * @param field path of the member inside the record, such as evidence.revision
 * @param rule the rule it breaks, such as type
 * @param value what stood there, shortened
 */
public record EvidenceFault(String field, String rule, String value) {}
