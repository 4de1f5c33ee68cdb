package dev.interlock.core.fact;

/**
 * Why a command is not carried out.
 *
 * @param field the field of the command
 * @param rule what the field must be
 * @param value what it was
 */
public record Mistake(String field, String rule, String value) {}
