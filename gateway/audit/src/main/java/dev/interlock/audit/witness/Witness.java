package dev.interlock.audit.witness;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The promises, held against the topics alone. */
public final class Witness {
    private Witness() {}

    /** What is wrong; empty when all promises are kept and every input is accounted for. */
    public static List<Complaint> complaints(Recording recording) {
        List<Complaint> complaints = Stream.<Function<Recording, List<Complaint>>>of(
                        Accounting::complaints,
                        Chains::complaints,
                        seen -> seen.written().complaints(),
                        Dispatching::complaints,
                        Stopping::complaints,
                        Obeying::complaints,
                        Admitting::complaints,
                        Placing::complaints,
                        Repeating::complaints,
                        Ending::complaints,
                        Budgeting::complaints,
                        Balancing::complaints,
                        Resuming::complaints,
                        Calling::complaints,
                        Folding::complaints,
                        Evidencing::complaints,
                        Holding::complaints)
                .flatMap(check -> check.apply(recording).stream())
                .toList();
        return Stream.concat(complaints.stream(), recording.unreadable().stream())
                .toList();
    }

    /** The counts of a recording in one line. */
    public static String summary(Recording recording) {
        return Accounting.summary(recording);
    }
}
