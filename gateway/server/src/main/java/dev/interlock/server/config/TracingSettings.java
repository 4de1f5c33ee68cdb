package dev.interlock.server.config;

import java.net.URI;

/**
 * Where spans are sent.
 *
 * @param otlp where a collector takes OTLP over HTTP, with its path
 */
public record TracingSettings(URI otlp) {}
