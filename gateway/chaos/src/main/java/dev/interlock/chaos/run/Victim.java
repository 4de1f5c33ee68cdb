package dev.interlock.chaos.run;

import dev.interlock.chaos.cluster.Killable;

/** A process that may be disturbed, and how it is just now. */
final class Victim {
    /** What it does. */
    enum Part {
        GATEWAY,
        WORKER,
        BROKER
    }

    /** How it is. */
    private enum Condition {
        UP,
        FROZEN,
        DOWN
    }

    private final String name;
    private final Part part;
    private final Killable process;
    private Condition condition = Condition.UP;

    Victim(String name, Part part, Killable process) {
        this.name = name;
        this.part = part;
        this.process = process;
    }

    boolean is(Part wanted) {
        return part == wanted;
    }

    /** Whether it is left alone just now. */
    boolean isUp() {
        return condition == Condition.UP;
    }

    /** Whether it has ended though nobody killed it. */
    boolean hasEndedByItself() {
        return condition != Condition.DOWN && !process.isAlive();
    }

    void kill() {
        condition = Condition.DOWN;
        process.kill();
    }

    void restart() {
        process.restart();
        condition = Condition.UP;
    }

    void freeze() {
        process.freeze();
        condition = Condition.FROZEN;
    }

    /** Lets it run on; whoever has ended meanwhile is started again. */
    void thaw() {
        if (process.isAlive()) {
            process.thaw();
        }
        condition = Condition.UP;
    }

    @Override
    public String toString() {
        return name;
    }
}
