package dev.interlock.server.config;

/** The refusal of a configuration. Its message names field, rule and value. */
public final class ConfigurationException extends RuntimeException {
    /** A field that breaks a rule. */
    public ConfigurationException(String field, String rule, Object value) {
        super(field + ": " + rule + ", was " + value);
    }

    /** A problem that is described already. */
    public ConfigurationException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
