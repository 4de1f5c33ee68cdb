package dev.interlock.schemas;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * An error as data. Messages are redacted before they reach an agent.
 *
 * @param errorClass whether trying again can help; may be null
 * @param code short machine-readable name of the error; may be null
 * @param message text for a reader, redacted; may be null
 * @param field path of the field that broke a rule; may be null
 * @param rule the rule that was broken; may be null
 * @param value the offending value, shortened and redacted; may be null
 */
@RecordBuilder
public record CallError(
        @JsonProperty("class") String errorClass,
        String code,
        String message,
        String field,
        String rule,
        String value) {}
