package dev.interlock.server.stream;

import java.time.InstantSource;

/**
 * What all tasks share.
 *
 * @param clock the gateway's clock, read once per input
 * @param partitions where keys belong
 * @param meters what is counted
 * @param runFlagMs milliseconds the stop of one run is remembered after it was set or lifted
 */
record Surroundings(InstantSource clock, Partitions partitions, Meters meters, long runFlagMs) {}
