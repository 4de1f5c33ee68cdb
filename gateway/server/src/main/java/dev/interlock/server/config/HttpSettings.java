package dev.interlock.server.config;

import dev.interlock.server.access.AccessSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a gateway answers over HTTP.
 *
 * @param host name or address of the interface it listens at
 * @param port the port; 0 for any that is free
 * @param idle how long it waits for whoever sends nothing
 * @param access who may do what; empty when nobody may do anything but see whether it lives and what it counts
 */
public record HttpSettings(String host, int port, Duration idle, Optional<AccessSettings> access) {}
