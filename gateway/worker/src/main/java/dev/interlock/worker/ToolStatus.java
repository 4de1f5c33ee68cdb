package dev.interlock.worker;

import java.util.Locale;

/** How a call ended, as its executor says. */
public enum ToolStatus {
    /** It did what was asked. */
    OK,
    /** It did not, and trying again can help. */
    RETRYABLE,
    /** It did not, and trying again cannot help. */
    FATAL,
    /** The tool refused for want of a permission. */
    PERMISSION_DENIED,
    /** The tool refused because of a rule of its own. */
    POLICY_BLOCKED,
    /** A person has to decide or do something first. */
    HUMAN_REQUIRED;

    /** The symbol written in records. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
