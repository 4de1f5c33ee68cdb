package dev.interlock.audit.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.interlock.audit.source.Source;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.RecordCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The policies that entries name by their hashes: those in the ledger, and the presets, under which runs are denied that never began. */
public final class KeptPolicies {
    private static final RecordCodec<LedgerPolicy> CODEC = RecordCodec.of(LedgerPolicy.class);
    private static final String PREFIX = Keys.ledgerPolicy("");

    private final Map<String, PolicyDocument> known = new HashMap<>();

    private KeptPolicies() {
        Standards.everKnown().forEach(this::add);
    }

    /** Those of a source. */
    public static KeptPolicies of(Source source) {
        KeptPolicies policies = new KeptPolicies();
        source.slices(source.topics().ledger())
                .forEach(slice -> source.read(slice, raw -> {
                    if (raw.keyText().startsWith(PREFIX) && raw.value() != null) {
                        policies.add(document(CODEC.decode(raw.value()).record()));
                    }
                }));
        return policies;
    }

    /** The policy of a hash; empty where nobody has it any more. */
    public Optional<PolicyDocument> find(String hash) {
        return Optional.ofNullable(known.get(hash));
    }

    private void add(PolicyDocument document) {
        known.put(document.hash(), document);
    }

    private static PolicyDocument document(LedgerPolicy kept) {
        try {
            return PolicyDocument.kept(kept.policy());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The ledger has a policy that cannot be read: " + kept.policyHash(), e);
        }
    }
}
