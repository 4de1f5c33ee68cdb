package dev.interlock.proof.restart;

import java.util.Random;

/** Where a test's random moments come from. It says how the same ones are met again. */
record Seed(long value) {
    private static final String PROPERTY = "interlock.seed";

    /** A new seed, or the one the command line gives. */
    static Seed of(Class<?> test) {
        long value = Long.getLong(PROPERTY, System.nanoTime() & 0xFFFF_FFFFL);
        System.out.println("[proof] seed " + value + "; again with: mvn -q -pl gateway/proof -am verify -Dit.test="
                + test.getSimpleName() + " -Dtest=none -D" + PROPERTY + "=" + value);
        return new Seed(value);
    }

    Random random() {
        return new Random(value);
    }
}
