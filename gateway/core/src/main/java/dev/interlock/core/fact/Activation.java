package dev.interlock.core.fact;

/**
 * A place in a chain of activations that trigger each other.
 *
 * @param root the operation the chain began with
 * @param depth activations from there to this one, itself included; 0 for the root
 * @param children activations the root had caused when this one was counted, directly or through others, this one
 *     included; 0 where none was counted
 */
public record Activation(String root, int depth, long children) {

    /** The place of an operation that nothing caused: a chain may begin with it. */
    public static Activation root(String operationId) {
        return new Activation(operationId, 0, 0);
    }

    /** The place of what an operation here causes, before it is counted. */
    public Activation next() {
        return new Activation(root, depth + 1, 0);
    }

    /** The same, counted. */
    public Activation counted(long number) {
        return new Activation(root, depth, number);
    }
}
