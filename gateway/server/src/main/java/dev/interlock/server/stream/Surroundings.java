package dev.interlock.server.stream;

import dev.interlock.server.wire.DeadMan;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What all tasks share.
 *
 * @param clock the gateway's clock, read once per input
 * @param partitions where keys belong
 * @param meters what is counted
 * @param runFlagMs milliseconds the stop of one run is remembered after it was set or lifted
 * @param turns which steps of sweeps there is room for
 * @param deadMan how long dispatching goes on without a sign of life from an operator; empty when the switch is off
 * @param signing how the journal is signed; empty when it is not
 */
record Surroundings(
        InstantSource clock,
        Partitions partitions,
        Meters meters,
        long runFlagMs,
        Turns turns,
        Optional<DeadMan> deadMan,
        Optional<JournalSigning> signing) {}
