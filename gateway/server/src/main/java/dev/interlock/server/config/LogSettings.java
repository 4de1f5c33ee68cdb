package dev.interlock.server.config;

/**
 * How the process logs.
 *
 * @param json whether each line is a JSON object; text otherwise
 * @param decisions whether each decision is logged, with its ids and nothing of its content
 */
public record LogSettings(boolean json, boolean decisions) {}
