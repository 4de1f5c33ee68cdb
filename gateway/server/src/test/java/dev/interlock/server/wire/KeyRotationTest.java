package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.run.RunInput;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Position;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is told apart by a key stays so when another key takes its place. */
class KeyRotationTest {
    private static final FingerprintKey FIRST = key("k1");
    private static final FingerprintKey SECOND = key("k2");
    private static final CallIdentity PLAIN = new CallIdentity(Optional.empty());
    private static final CallIdentity BEFORE = new CallIdentity(Optional.of(FIRST));
    private static final CallIdentity AFTER = new CallIdentity(Optional.of(SECOND), List.of(FIRST));
    private static final CallIdentity FORGETFUL = new CallIdentity(Optional.of(SECOND));

    @Test
    void aResend_isOneUnderTheNextKey_andWhereTheFirstSecretCameLater() {
        for (CallIdentity earlier : List.of(BEFORE, PLAIN)) {
            RunInput.Proposed sent = proposed(earlier, Optional.empty(), Optional.empty());
            RunInput.Prior prior = new RunInput.Prior(sent.proposal().contentDigest(), RunInput.Told.FINAL);
            RunInput.Proposed again = proposed(AFTER, Optional.of(prior), Optional.empty());
            assertThat(again.proposal().contentDigest()).isEqualTo(prior.contentDigest());
        }
    }

    @Test
    void whatAProposalProposes_cannotBeTriedOutWithoutTheSecret() {
        String plain =
                proposed(PLAIN, Optional.empty(), Optional.empty()).proposal().contentDigest();
        String keyed =
                proposed(BEFORE, Optional.empty(), Optional.empty()).proposal().contentDigest();
        assertThat(keyed).startsWith("k1:").doesNotContain(plain);
    }

    @Test
    void aRun_keepsItsKey_andOneThatRemembersNothingTakesTheNext() {
        String first = fingerprint(proposed(BEFORE, Optional.empty(), Optional.empty()));
        assertThat(fingerprint(proposed(AFTER, Optional.empty(), Optional.of(first))))
                .isEqualTo(first);
        assertThat(fingerprint(proposed(AFTER, Optional.empty(), Optional.empty())))
                .startsWith("hmac-sha256:k2:");
        String plain = fingerprint(proposed(PLAIN, Optional.empty(), Optional.empty()));
        assertThat(fingerprint(proposed(AFTER, Optional.empty(), Optional.of(plain))))
                .isEqualTo(plain);
    }

    @Test
    void aKeyThatIsNotConfiguredAnyMore_isNotGuessed() {
        String first = fingerprint(proposed(BEFORE, Optional.empty(), Optional.empty()));
        assertThat(fingerprint(proposed(FORGETFUL, Optional.empty(), Optional.of(first))))
                .startsWith("hmac-sha256:k2:");
    }

    @Test
    void aRequest_hasItsFingerprintWithEveryOtherKey_andNoneWhereThereIsNoSecret() {
        Json args = Json.of(Map.of("n", 1));
        String used = AFTER.fingerprint("look", args, IdentityRule.NONE);
        assertThat(AFTER.others("look", args, IdentityRule.NONE, used))
                .containsExactly(
                        PLAIN.fingerprint("look", args, IdentityRule.NONE),
                        BEFORE.fingerprint("look", args, IdentityRule.NONE));
        assertThat(PLAIN.others("look", args, IdentityRule.NONE, "any")).isEmpty();
    }

    private static String fingerprint(RunInput.Proposed proposed) {
        return proposed.proposal().call().orElseThrow().fingerprint();
    }

    private static RunInput.Proposed proposed(
            CallIdentity identity, Optional<RunInput.Prior> prior, Optional<String> alike) {
        byte[] value = """
            {"type":"call","proposal_id":"p","run_id":"r","agent_id":"a","turn":1,"tool":"look","kind":"read",\
            "args":{"n":1},"issued_at_ms":1796000000000}\
            """.getBytes(StandardCharsets.UTF_8);
        Arrival arrival = new Arrival(
                new Position("proposals", 0, 0),
                Optional.empty(),
                "r".getBytes(StandardCharsets.UTF_8),
                value,
                Optional.empty(),
                0,
                0);
        ProposalMessage message =
                ((Reading.Read<ProposalMessage>) new ProposalReader(identity).read(arrival)).message();
        CallFacts facts = new CallFacts(
                Optional.empty(), IdentityRule.NONE, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        return (RunInput.Proposed) message.facts().of(prior, alike, Optional.of(facts));
    }

    private static FingerprintKey key(String id) {
        return new FingerprintKey(id, ("a secret of key " + id).getBytes(StandardCharsets.UTF_8));
    }
}
