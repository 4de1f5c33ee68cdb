package dev.interlock.chaos.matrix;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What may be found at the end of a cell.
 *
 * @param allowed the state of the operation with the number of its effects; one of them must be found
 */
public record Expectation(List<Allowed> allowed) {
    private static final Pattern TEXT = Pattern.compile("([a-z_]+) (\\d+)(?:\\.\\.(\\d+))?");

    public Expectation {
        allowed = List.copyOf(allowed);
    }

    /**
     * A state and how often the receiver may have seen the effect.
     *
     * @param state {@code prevented}, {@code answered} (a read), or a state of the ledger
     * @param least effects at least
     * @param most effects at most
     */
    record Allowed(String state, int least, int most) {
        static Allowed of(String text) {
            Matcher matcher = TEXT.matcher(text.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("must be STATE N or STATE N..M, was " + text);
            }
            int least = Integer.parseInt(matcher.group(2));
            int most = matcher.group(3) == null ? least : Integer.parseInt(matcher.group(3));
            return new Allowed(matcher.group(1), least, most);
        }

        @Override
        public String toString() {
            return state + " " + (least == most ? "" + least : least + ".." + most);
        }
    }

    /** Reads it as the table writes it, alternatives divided by {@code or}. */
    static Expectation of(String text) {
        return new Expectation(Stream.of(text.split(" or ")).map(Allowed::of).toList());
    }

    /** Whether what was found is allowed. */
    boolean allows(Found found) {
        return allowed.stream()
                .anyMatch(one -> one.state().equals(found.state())
                        && one.least() <= found.effects()
                        && found.effects() <= one.most());
    }

    @Override
    public String toString() {
        return String.join(" or ", allowed.stream().map(Allowed::toString).toList());
    }
}
