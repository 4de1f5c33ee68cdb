package dev.interlock.proof.witness;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The promises, held against the topics alone. */
public final class Witness {
    private static final int LONGEST = 600;

    private Witness() {}

    /** What is wrong; empty when all promises are kept and every input is accounted for. */
    public static List<String> complaints(Recording recording) {
        return Stream.<Function<Recording, List<String>>>of(
                        Accounting::complaints,
                        Chains::complaints,
                        seen -> new Written(seen).complaints(),
                        Dispatching::complaints,
                        Stopping::complaints,
                        Ending::complaints,
                        Budgeting::complaints)
                .flatMap(check -> check.apply(recording).stream())
                .map(Witness::shortened)
                .toList();
    }

    private static String shortened(String complaint) {
        return complaint.length() <= LONGEST ? complaint : complaint.substring(0, LONGEST) + "...";
    }

    /** The counts of a recording in one line. */
    public static String summary(Recording recording) {
        return Accounting.summary(recording);
    }
}
