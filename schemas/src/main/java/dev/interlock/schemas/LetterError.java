package dev.interlock.schemas;

/**
 * Why a record could not be read.
 *
 * @param field path of the field; empty if the record as a whole is meant
 * @param rule the rule it breaks
 * @param value what stood there, shortened
 */
public record LetterError(String field, String rule, String value) {}
