package dev.interlock.core.fact;

import java.util.Optional;

/**
 * A result's value without its bytes.
 *
 * @param digest SHA-256 of the canonical value
 * @param stable digest of what stays of it where its tool's contract leaves something out that says nothing new; empty
 *     where all of it counts
 * @param empty whether it carries nothing: absent, null, an empty string, array or object
 */
public record Value(String digest, Optional<String> stable, boolean empty) {
    /** No value. */
    public static final Value ABSENT = new Value("", true);

    /** A value that counts as a whole. */
    public Value(String digest, boolean empty) {
        this(digest, Optional.empty(), empty);
    }

    /** The same of which only what has this digest counts. */
    public Value comparedBy(String digestOfStable) {
        return new Value(digest, Optional.of(digestOfStable), empty);
    }

    /** What it is told from other values by. */
    public String compared() {
        return stable.orElse(digest);
    }
}
