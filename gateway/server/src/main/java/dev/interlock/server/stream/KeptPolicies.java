package dev.interlock.server.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Json;
import dev.interlock.server.config.Ruling;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The policies of a task by their hashes, each with the number of runs that are held to it: one that no run, no
 * publication and no configuration names is dropped.
 */
final class KeptPolicies {
    private static final byte HELD = 6;

    private final KeyValueStore<Bytes, byte[]> policies;
    private final KeyValueStore<Bytes, byte[]> task;
    private final Map<String, Ruling> decoded = new HashMap<>();

    /**
     * The policies of a task.
     *
     * @param policies where they are
     * @param task the store of what belongs to the task, where their runs are counted
     */
    KeptPolicies(KeyValueStore<Bytes, byte[]> policies, KeyValueStore<Bytes, byte[]> task) {
        this.policies = policies;
        this.task = task;
    }

    /**
     * A policy a run of this task is held to, or that was published.
     *
     * @throws IllegalStateException when none of this hash was kept
     */
    Ruling ruling(String hash) {
        return decoded.computeIfAbsent(
                hash,
                missing -> Optional.ofNullable(policies.get(Stores.key(missing)))
                        .map(bytes -> new Ruling(read(bytes).contracts(), missing))
                        .orElseThrow(() -> new IllegalStateException("No policy " + missing)));
    }

    private static PolicyDocument read(byte[] bytes) {
        try {
            return PolicyDocument.kept(Json.parse(bytes));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Not a stored policy", e);
        }
    }

    /** Keeps a policy that no run need be held to yet; true when it is new to this task. */
    boolean keep(PolicyDocument document) {
        boolean isNew = policies.putIfAbsent(Stores.key(document.hash()), document.bytes()) == null;
        if (isNew) {
            count(document.hash(), 0);
        }
        return isNew;
    }

    /** A run begins that is held to a policy; true when that is new to this task. */
    boolean begin(String hash, Supplier<PolicyDocument> document) {
        Optional<Long> held = held(hash);
        // The document is made for the first run alone: it is large, and runs are many.
        boolean isNew = held.isEmpty() && policies.get(Stores.key(hash)) == null && keep(document.get());
        (isNew ? Optional.of(0L) : held).ifPresent(runs -> count(hash, runs + 1));
        return isNew;
    }

    /** A run that was held to a policy is forgotten. */
    void end(String hash, Predicate<String> named) {
        held(hash).ifPresent(runs -> count(hash, Math.max(0, runs - 1)));
        drop(hash, named);
    }

    /** Drops what no run is held to and nothing names. There are few: each was configured or published by a person. */
    void dropUnnamed(Predicate<String> named) {
        Set<String> hashes = new HashSet<>();
        try (KeyValueIterator<Bytes, byte[]> kept = policies.all()) {
            kept.forEachRemaining(entry -> hashes.add(Stores.text(entry.key)));
        }
        hashes.forEach(hash -> drop(hash, named));
    }

    private void drop(String hash, Predicate<String> named) {
        if (held(hash).filter(runs -> runs == 0).isPresent() && !named.test(hash)) {
            policies.delete(Stores.key(hash));
            task.delete(heldKey(hash));
            decoded.remove(hash);
        }
    }

    /** How many runs are held to it; empty for one from before runs were counted, which is never dropped. */
    private Optional<Long> held(String hash) {
        return Optional.ofNullable(task.get(heldKey(hash)))
                .map(bytes -> ByteBuffer.wrap(bytes).getLong());
    }

    private void count(String hash, long runs) {
        task.put(heldKey(hash), ByteBuffer.allocate(Long.BYTES).putLong(runs).array());
    }

    private static Bytes heldKey(String hash) {
        return OwnedKey.of(HELD, hash, "");
    }
}
