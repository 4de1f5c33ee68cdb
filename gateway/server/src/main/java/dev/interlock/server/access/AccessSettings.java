package dev.interlock.server.access;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * By what somebody is known.
 *
 * @param tokens that were handed out
 * @param jwt what tokens of an identity provider are held against; empty when none is taken
 */
public record AccessSettings(List<Token> tokens, Optional<Jwt> jwt) {
    public AccessSettings {
        tokens = List.copyOf(tokens);
    }

    /**
     * A token that was handed out; itself it is stored nowhere.
     *
     * @param sha256 of the token, in hex
     * @param caller whose it is
     */
    public record Token(String sha256, Caller caller) {}

    /**
     * What a JSON web token is held against.
     *
     * @param keys a JWK set: a file, or where an identity provider has it (https)
     * @param issuer that it must name
     * @param audience that it must name
     * @param claims the names of the claims that say what its holder may do
     */
    public record Jwt(Keys keys, String issuer, String audience, Claims claims) {}

    /** Where the keys are. */
    public sealed interface Keys {
        /** In a file, which is read once. */
        record InFile(Path file) implements Keys {}

        /** At an identity provider; kept for some minutes, and asked for again where a token names an unknown one. */
        record AtProvider(URI url) implements Keys {}
    }

    /**
     * The names of claims.
     *
     * @param roles a list of roles
     * @param agents a list of agents it is bound to
     * @param runs a list of runs it is bound to
     */
    public record Claims(String roles, String agents, String runs) {}
}
