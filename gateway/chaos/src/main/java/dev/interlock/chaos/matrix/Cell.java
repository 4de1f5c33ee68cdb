package dev.interlock.chaos.matrix;

import dev.interlock.chaos.crash.Action;

/**
 * One cell of the table.
 *
 * @param number its place in the table, from 1
 * @param subject the call
 * @param point the point that is reached
 * @param action what happens there
 * @param expected what may be found at the end
 */
public record Cell(int number, Subject subject, String point, Action action, Expectation expected) {
    /** What the names of its run, operation and agent begin with, and no others contain. */
    String mark() {
        return "cell-" + number + "-";
    }

    @Override
    public String toString() {
        return number + " " + subject.code() + " " + point + " " + action.code();
    }
}
