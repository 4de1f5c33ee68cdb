package dev.interlock.server.access;

import dev.interlock.server.access.Admission.Known;
import dev.interlock.server.access.Admission.Unknown;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Knows who asks by the bearer token of a request (RFC 6750). Several requests may ask at once. */
public final class Access {
    /** More than any token has: what is longer is not looked at. */
    public static final int MOST_CHARACTERS = 8_192;

    private static final String SCHEME = "bearer ";

    private final Map<String, Caller> tokens;
    private final Optional<WebTokens> webTokens;

    private Access(Map<String, Caller> tokens, Optional<WebTokens> webTokens) {
        this.tokens = Map.copyOf(tokens);
        this.webTokens = webTokens;
    }

    /**
     * Access by what is configured.
     *
     * @throws IllegalArgumentException when a file of keys cannot be read or holds none that can be used
     */
    public static Access of(AccessSettings settings) {
        Map<String, Caller> tokens = new HashMap<>();
        settings.tokens().forEach(token -> tokens.put(token.sha256(), token.caller()));
        return new Access(tokens, settings.jwt().map(WebTokens::of));
    }

    /**
     * Who asks.
     *
     * @param authorization the header of that name, as it came
     */
    public Admission admit(Optional<String> authorization) {
        if (authorization.isEmpty()) {
            return new Unknown("The request has no Authorization header: send 'Authorization: Bearer TOKEN'.");
        }
        String header = authorization.get();
        if (header.length() > MOST_CHARACTERS || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new Unknown(
                    "The Authorization header must be 'Bearer TOKEN' of at most " + MOST_CHARACTERS + " characters.");
        }
        return admit(header.substring(SCHEME.length()).strip());
    }

    /** A token that was handed out is looked up by its hash: how long that takes says nothing of any token. */
    private Admission admit(String token) {
        Caller caller = tokens.get(sha256(token));
        if (caller != null) {
            return new Known(caller);
        }
        if (webTokens.isPresent() && WebTokens.looksLikeOne(token)) {
            return webTokens.get().admit(token);
        }
        return new Unknown("The token is not known here.");
    }

    /** The hash under which a token is configured, in hex. */
    public static String sha256(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
