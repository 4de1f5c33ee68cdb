package dev.interlock.server.config;

import java.time.Duration;

/**
 * Where a gateway answers over HTTP.
 *
 * @param host name or address of the interface it listens at
 * @param port the port; 0 for any that is free
 * @param idle how long it waits for whoever sends nothing
 */
public record HttpSettings(String host, int port, Duration idle) {}
