package dev.interlock.chaos.run;

import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.cluster.Killable;

/** The broker as something to be killed. A restart returns when it answers again. */
record BrokerVictim(BrokerProcess broker) implements Killable {
    @Override
    public void kill() {
        broker.kill();
    }

    @Override
    public void restart() {
        broker.restart();
    }

    @Override
    public void freeze() {
        broker.freeze();
    }

    @Override
    public void thaw() {
        broker.thaw();
    }

    @Override
    public boolean isAlive() {
        return broker.isAlive();
    }
}
