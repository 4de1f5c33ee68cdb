package dev.interlock.server.replay;

import dev.interlock.schemas.JournalEffect;
import dev.interlock.server.wire.Outgoing;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An effect that follows from a decision.
 *
 * @param kind what it is
 * @param key the key it is written under; empty where the journal does not tell
 * @param digests of what it may be, in either format; empty where it holds what the journal does not have
 */
record Expected(String kind, Optional<String> key, Set<String> digests) {
    Expected {
        digests = Set.copyOf(digests);
    }

    /** It holds arguments, values or receipts. */
    static Expected untold(String kind, String key) {
        return new Expected(kind, Optional.of(key), Set.of());
    }

    /** It is written under the key of a record that is not at hand. */
    static Expected elsewhere(String kind) {
        return new Expected(kind, Optional.empty(), Set.of());
    }

    /** It is this. */
    static Expected of(Outgoing outgoing) {
        return ofAny(List.of(outgoing));
    }

    /** It is one of these, which differ in their format alone. */
    static Expected ofAny(List<Outgoing> forms) {
        JournalEffect first = forms.getFirst().effect();
        return new Expected(
                first.kind(),
                Optional.ofNullable(first.key()),
                forms.stream().map(Outgoing::effect).map(Expected::digest).collect(Collectors.toSet()));
    }

    /** The same about an operation of which nobody knows the id. */
    Expected unkeyed() {
        return elsewhere(kind);
    }

    /** Whether what was written can be it. */
    boolean admits(JournalEffect effect) {
        return kind.equals(effect.kind())
                && key.map(name -> name.equals(effect.key())).orElse(true)
                && (digests.isEmpty() || digests.contains(digest(effect)));
    }

    boolean told() {
        return !digests.isEmpty();
    }

    String text() {
        return String.join(" ", kind, key.orElse("?"), digests.isEmpty() ? "?" : String.join(" or ", digests));
    }

    static String text(JournalEffect effect) {
        return String.join(" ", effect.kind(), effect.key(), digest(effect));
    }

    /** What removes a key from a compacted topic has no digest. */
    private static String digest(JournalEffect effect) {
        return effect.digest() == null ? "removed" : effect.digest();
    }
}
