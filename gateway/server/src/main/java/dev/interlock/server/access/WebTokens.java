package dev.interlock.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.interlock.server.access.AccessSettings.Jwt;
import dev.interlock.server.access.AccessSettings.Keys;
import dev.interlock.server.access.Admission.Known;
import dev.interlock.server.access.Admission.Unknown;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tokens of an identity provider (RFC 7519, and RFC 8725 for what is not taken): signed with a public key, for this issuer and
 * audience, and not for ever.
 */
final class WebTokens {
    /** Signatures of a public key only: with a secret, whoever checks could also sign. */
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256, JWSAlgorithm.ES384);

    private static final int WAIT_MS = 2_000;
    private static final int MOST_BYTES = 256 * 1024;
    private static final int SKEW_S = 30;

    private final Jwt settings;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    private WebTokens(Jwt settings, JWKSource<SecurityContext> keys) {
        this.settings = settings;
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                settings.audience(),
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                Set.of("sub", "exp", settings.claims().roles()));
        claims.setMaxClockSkew(SKEW_S);
        processor.setJWTClaimsSetVerifier(claims);
    }

    static WebTokens of(Jwt settings) {
        return new WebTokens(
                settings,
                switch (settings.keys()) {
                    case Keys.InFile(Path file) -> new ImmutableJWKSet<>(inFile(file));
                    case Keys.AtProvider at -> atProvider(at);
                });
    }

    static boolean looksLikeOne(String token) {
        return token.chars().filter(c -> c == '.').count() == 2;
    }

    private static JWKSet inFile(Path file) {
        try {
            JWKSet keys = JWKSet.load(file.toFile());
            if (keys.getKeys().isEmpty()) {
                throw new IllegalArgumentException("has no key: " + file);
            }
            return keys.toPublicJWKSet();
        } catch (IOException | ParseException e) {
            throw new IllegalArgumentException("must be a readable JWK set (RFC 7517): " + file, e);
        }
    }

    /** Asked at most twice in half a minute, whatever keys tokens name; what was got goes on counting while it is away. */
    private static JWKSource<SecurityContext> atProvider(Keys.AtProvider at) {
        try {
            return JWKSourceBuilder.create(at.url().toURL(), new DefaultResourceRetriever(WAIT_MS, WAIT_MS, MOST_BYTES))
                    .outageTolerant(true)
                    .build();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("must be a URL: " + at.url(), e);
        }
    }

    Admission admit(String token) {
        try {
            return admit(processor.process(token, null));
        } catch (ParseException e) {
            return new Unknown("The token cannot be read as a JSON web token.");
        } catch (BadJOSEException e) {
            return new Unknown("The token is not taken: " + e.getMessage() + ".");
        } catch (JOSEException e) {
            return new Unknown("The token cannot be checked now: the keys of the identity provider are not to be had.");
        }
    }

    private Admission admit(JWTClaimsSet claims) {
        Optional<List<String>> named = list(claims, settings.claims().roles());
        Set<Role> roles = EnumSet.noneOf(Role.class);
        named.orElse(List.of()).forEach(name -> Role.of(name).ifPresent(roles::add));
        if (roles.isEmpty()) {
            return new Unknown("The claim " + settings.claims().roles() + " of the token names no role.");
        }
        if (!Role.agree(roles)) {
            return new Unknown(
                    "The token names the role agent beside one that decides: who proposes must not approve.");
        }
        return new Known(new Caller(
                claims.getSubject(),
                roles,
                names(claims, settings.claims().agents()),
                names(claims, settings.claims().runs())));
    }

    private static Names names(JWTClaimsSet claims, String name) {
        return list(claims, name).map(Names::new).orElse(Names.NONE);
    }

    /** A claim that is no list of texts says nothing: it must not say more than was meant. */
    private static Optional<List<String>> list(JWTClaimsSet claims, String name) {
        try {
            return Optional.ofNullable(claims.getStringListClaim(name));
        } catch (ParseException e) {
            return Optional.empty();
        }
    }
}
