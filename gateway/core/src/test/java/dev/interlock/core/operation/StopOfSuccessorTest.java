package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.stopOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.OperationEffect.Cancel;
import dev.interlock.core.operation.OperationInput.Stopped;
import org.junit.jupiter.api.Test;

/** A stop of a run that goes on from another one, at a write that this one left open. */
class StopOfSuccessorTest {
    private final Trail trail = new Trail(ID);

    @Test
    void stopOfTheRunThatGoesOn_cancelsWhatTheRunBeforeItClaimed_andThatOfAnotherOneDoesNot() {
        trail.take(asks(request("run-a", "a-1")), FIRST);
        assertThat(trail.take(new Stopped(stopOf(StopScope.RUN, "run-b~1")), FIRST)
                        .effects())
                .isEmpty();
        assertThat(trail.take(new Stopped(stopOf(StopScope.RUN, "run-a~2")), FIRST)
                        .effects())
                .filteredOn(Cancel.class::isInstance)
                .hasSize(1);
    }
}
