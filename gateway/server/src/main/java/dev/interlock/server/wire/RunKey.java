package dev.interlock.server.wire;

import dev.interlock.core.fact.Call;
import dev.interlock.core.run.Attempted;
import dev.interlock.core.run.Hold;
import dev.interlock.core.run.KnownOperation;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The key a run's calls are told apart by: that of the calls it remembers, as long as it is configured. Windows compare
 * fingerprints, so a run whose key changed on the way would forget what it repeated.
 */
public final class RunKey {
    private static final String KEYED = "hmac-sha256:";

    private RunKey() {}

    /** A fingerprint the run remembers; empty where it remembers none, and any key will do. */
    public static Optional<String> fingerprint(RunState run) {
        Stream<String> open = run.open().values().stream().map(OpenCall::call).map(Call::fingerprint);
        Stream<String> held = run.holds().calls().stream().map(Hold::call).map(Call::fingerprint);
        Stream<String> waiting = run.chain().awaited().stream()
                .flatMap(awaited -> awaited.proposals().stream())
                .flatMap(proposal -> proposal.call().stream())
                .map(Call::fingerprint);
        List<Attempted> calls = run.history().calls();
        Stream<String> past = calls.isEmpty()
                ? Stream.empty()
                : Stream.of(calls.get(calls.size() - 1).fingerprint());
        Stream<String> counted = Stream.concat(
                run.history().retries().keySet().stream(), run.history().tallies().polls().keySet().stream());
        Stream<String> known = run.operations().values().stream().map(KnownOperation::fingerprint);
        return Stream.of(open, held, waiting, past, counted, known)
                .flatMap(found -> found)
                .findFirst();
    }

    static CallIdentity of(CallIdentity identity, Optional<String> alike) {
        return alike.map(fingerprint -> identity.of(keyId(fingerprint))).orElse(identity);
    }

    /** As {@link dev.interlock.schemas.Fingerprint} writes it. */
    static Optional<String> keyId(String fingerprint) {
        return Optional.of(fingerprint)
                .filter(text -> text.startsWith(KEYED))
                .map(text -> text.substring(KEYED.length()))
                .map(text -> text.substring(0, Math.max(0, text.indexOf(':'))));
    }
}
