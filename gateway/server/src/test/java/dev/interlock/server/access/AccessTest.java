package dev.interlock.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.interlock.server.access.AccessSettings.Claims;
import dev.interlock.server.access.AccessSettings.Jwt;
import dev.interlock.server.access.AccessSettings.Keys;
import dev.interlock.server.access.AccessSettings.Token;
import dev.interlock.server.access.Admission.Known;
import dev.interlock.server.access.Admission.Unknown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTest {
    private static final String TOKEN = "itl_of-an-operator";
    private static final Caller OPERATOR = new Caller("ada", Set.of(Role.OPERATOR), Names.NONE, Names.NONE);
    private static final String ISSUER = "https://id.example.com";
    private static final String AUDIENCE = "interlock";

    private ECKey key;
    private Access access;

    @BeforeEach
    void configure(@TempDir Path dir) throws JOSEException, IOException {
        key = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        Path file = Files.writeString(
                dir.resolve("keys.json"), new JWKSet(key).toPublicJWKSet().toString());
        access = Access.of(new AccessSettings(
                List.of(new Token(Access.sha256(TOKEN), OPERATOR)), Optional.of(jwt(new Keys.InFile(file)))));
    }

    @Test
    void whoCarriesATokenThatWasHandedOut_isKnown() {
        assertThat(admit("Bearer " + TOKEN)).isEqualTo(new Known(OPERATOR));
        assertThat(admit("bearer  " + TOKEN)).isEqualTo(new Known(OPERATOR));
    }

    @Test
    void whoCarriesNothing_orAnythingElse_isNot() {
        assertThat(access.admit(Optional.empty())).isInstanceOf(Unknown.class);
        assertThat(admit(TOKEN)).isInstanceOf(Unknown.class);
        assertThat(admit("Basic " + TOKEN)).isInstanceOf(Unknown.class);
        assertThat(admit("Bearer ")).isInstanceOf(Unknown.class);
        assertThat(admit("Bearer " + TOKEN + "x")).isInstanceOf(Unknown.class);
        assertThat(admit("Bearer " + Access.sha256(TOKEN))).isInstanceOf(Unknown.class);
        assertThat(admit("Bearer " + "x".repeat(Access.MOST_CHARACTERS))).isInstanceOf(Unknown.class);
    }

    @Test
    void aTokenThatIsNotTaken_isNotShown() {
        assertThat(((Unknown) admit("Bearer not-a-known-token")).why()).doesNotContain("not-a-known-token");
    }

    @Test
    void aTokenOfTheIdentityProvider_saysWhoAsksAndWhatHeMay() throws JOSEException {
        Known known = (Known) admit(signed(claims -> claims));
        assertThat(known.caller().name()).isEqualTo("planner-7");
        assertThat(known.caller().proposes("planner-7", "order-1")).isTrue();
        assertThat(known.caller().proposes("planner-8", "order-1")).isFalse();
        assertThat(known.caller().proposes("planner-7", "refund-1")).isFalse();
        assertThat(known.caller().sees("order-1")).isTrue();
        assertThat(known.caller().sees("refund-1")).isFalse();
    }

    @Test
    void aTokenOfTheIdentityProvider_hasToBeForHere_andNotForEver() throws JOSEException {
        assertThat(admit(signed(claims -> claims.issuer("https://elsewhere")))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.audience("another")))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.expirationTime(null)))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.subject(null)))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.expirationTime(in(-60))))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.notBeforeTime(in(60))))).isInstanceOf(Unknown.class);
    }

    @Test
    void aTokenOfTheIdentityProvider_hasToBeSignedWithItsKey() throws JOSEException {
        JWTClaimsSet claims = claims().build();
        assertThat(admit("Bearer " + new PlainJWT(claims).serialize())).isInstanceOf(Unknown.class);

        SignedJWT withPublicKeyAsSecret = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        withPublicKeyAsSecret.sign(new MACSigner(key.toPublicJWK().toJSONString()));
        assertThat(admit("Bearer " + withPublicKeyAsSecret.serialize())).isInstanceOf(Unknown.class);

        ECKey another = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        assertThat(admit(signed(another, claims))).isInstanceOf(Unknown.class);

        String good = signed(key, claims);
        assertThat(admit(good.substring(0, good.length() - 4) + "AAAA")).isInstanceOf(Unknown.class);
    }

    @Test
    void aTokenThatNamesNoRole_orThatOfAnAgentBesideOneThatDecides_isNotTaken() throws JOSEException {
        assertThat(admit(signed(claims -> claims.claim("roles", List.of())))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.claim("roles", "agent")))).isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.claim("roles", List.of("superuser")))))
                .isInstanceOf(Unknown.class);
        assertThat(admit(signed(claims -> claims.claim("roles", List.of("agent", "approver")))))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void anAgentWhoseTokenBindsItToNothing_mayDoNothing() throws JOSEException {
        Known known = (Known) admit(signed(claims -> claims.claim("runs", null)));
        assertThat(known.caller().proposes("planner-7", "order-1")).isFalse();
        assertThat(known.caller().sees("order-1")).isFalse();
    }

    @Test
    void keysThatAreNone_areRefusedAtTheStart(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("keys.json"), "{\"keys\": []}");
        AccessSettings settings = new AccessSettings(List.of(), Optional.of(jwt(new Keys.InFile(file))));
        assertThatThrownBy(() -> Access.of(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no key");
    }

    private Admission admit(String authorization) {
        return access.admit(Optional.of(authorization));
    }

    private String signed(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(key, change.apply(claims()).build());
    }

    private static String signed(ECKey key, JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims);
        token.sign(new ECDSASigner(key));
        return "Bearer " + token.serialize();
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .subject("planner-7")
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .expirationTime(in(600))
                .claim("roles", List.of("agent"))
                .claim("agents", List.of("planner-7"))
                .claim("runs", List.of("order-*"));
    }

    private static Date in(long seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static Jwt jwt(Keys keys) {
        return new Jwt(keys, ISSUER, AUDIENCE, new Claims("roles", "agents", "runs"));
    }
}
