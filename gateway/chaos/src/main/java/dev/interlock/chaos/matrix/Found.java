package dev.interlock.chaos.matrix;

/**
 * What was found of an operation.
 *
 * @param state {@code prevented}, {@code answered} (a read), a state of the ledger, or {@code nothing}
 * @param effects how often the receiver saw its effect
 */
public record Found(String state, int effects) {
    @Override
    public String toString() {
        return state + " " + effects;
    }
}
