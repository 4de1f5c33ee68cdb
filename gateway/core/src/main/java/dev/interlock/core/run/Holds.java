package dev.interlock.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * What a run waits for people with.
 *
 * @param calls calls to be approved, or approved and not used: at most one is pending, at most {@value #MOST_APPROVED}
 *     are approved and free, and no more are on their way than calls may be open
 * @param asking the result that asked for a person, where one did
 * @param sinceMs since when the clock stands still; empty when it runs
 * @param stoodMs how long it stood still before, in all
 */
public record Holds(List<Hold> calls, Optional<Asking> asking, OptionalLong sinceMs, long stoodMs) {
    /** The most approved calls remembered; the approval of the one approved first is forgotten first. */
    static final int MOST_APPROVED = 16;

    /** Nobody is waited for. */
    public static final Holds NONE = new Holds(List.of(), Optional.empty(), OptionalLong.empty(), 0);

    public Holds {
        calls = List.copyOf(calls);
    }

    /**
     * A result asked for a person.
     *
     * @param untilMs when that counts as unanswered
     * @param call the call whose result it was
     */
    public record Asking(long untilMs, Ending.Blocked call) {}

    /** The hold a person is asked about. */
    public Optional<Hold> pending() {
        return calls.stream().filter(h -> h.standing() == Hold.Standing.PENDING).findFirst();
    }

    /** The hold of this id. */
    public Optional<Hold> hold(String holdId) {
        return calls.stream().filter(h -> h.holdId().equals(holdId)).findFirst();
    }

    /** The call a person is waited for with: the one to be approved, or the one whose result asked. */
    Optional<Ending.Blocked> awaited() {
        return asking.map(Asking::call).or(() -> pending().map(Holding::blocked));
    }

    /** When something that is waited for is given up. */
    OptionalLong nextMs() {
        LongStream asked = asking.stream().mapToLong(Asking::untilMs);
        return LongStream.concat(asked, pending().stream().mapToLong(Hold::expiresAtMs))
                .min();
    }

    Holds stopped(long atMs) {
        return new Holds(calls, asking, OptionalLong.of(sinceMs.orElse(atMs)), stoodMs);
    }

    Holds started(long atMs) {
        return new Holds(calls, Optional.empty(), OptionalLong.empty(), stoodMs + standsMs(atMs));
    }

    /** Whether the clock stands still. */
    boolean stands() {
        return sinceMs.isPresent();
    }

    /** How long the clock has stood still this time. */
    long standsMs(long atMs) {
        return sinceMs.isPresent() ? atMs - sinceMs.getAsLong() : 0;
    }

    Holds asked(Asking asked) {
        return new Holds(calls, asking.or(() -> Optional.of(asked)), sinceMs, stoodMs);
    }

    Holds with(Hold added) {
        List<Hold> more = new ArrayList<>(calls);
        more.add(added);
        return new Holds(more, asking, sinceMs, stoodMs);
    }

    Holds without(String holdId) {
        return new Holds(calls.stream().filter(h -> !h.holdId().equals(holdId)).toList(), asking, sinceMs, stoodMs);
    }

    Holds moved(String holdId, Hold.Standing standing) {
        return change(holdId, hold -> hold.moved(standing)).capped();
    }

    Holds change(String holdId, UnaryOperator<Hold> change) {
        List<Hold> changed = calls.stream()
                .map(h -> h.holdId().equals(holdId) ? change.apply(h) : h)
                .toList();
        return new Holds(changed, asking, sinceMs, stoodMs);
    }

    /** A run that is ending uses no approval any more; one that is on its way stays until it is answered. */
    Holds voided() {
        return new Holds(
                calls.stream()
                        .filter(h -> h.standing() == Hold.Standing.OFFERED)
                        .toList(),
                Optional.empty(),
                sinceMs,
                stoodMs);
    }

    /** Nobody is waited for; the clock stays as it is. */
    Holds clockOnly() {
        return new Holds(List.of(), Optional.empty(), sinceMs, stoodMs);
    }

    private Holds capped() {
        List<Hold> granted = calls.stream()
                .filter(h -> h.standing() == Hold.Standing.GRANTED)
                .toList();
        return granted.size() > MOST_APPROVED ? without(granted.get(0).holdId()) : this;
    }
}
