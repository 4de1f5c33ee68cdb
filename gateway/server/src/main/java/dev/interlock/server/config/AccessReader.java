package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.server.access.AccessSettings;
import dev.interlock.server.access.AccessSettings.Claims;
import dev.interlock.server.access.AccessSettings.Jwt;
import dev.interlock.server.access.AccessSettings.Keys;
import dev.interlock.server.access.AccessSettings.Token;
import dev.interlock.server.access.Caller;
import dev.interlock.server.access.Names;
import dev.interlock.server.access.Role;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads who may do what over HTTP. */
final class AccessReader {
    private static final int MOST_TOKENS = 1_000;
    private static final String NAME = "[\\p{L}\\p{N} ._@+-]{1,64}";
    private static final String SHA256 = "[0-9a-f]{64}";

    private AccessReader() {}

    /** Who is known; empty where nothing says so, and then nobody is. */
    static Optional<AccessSettings> read(Fields http) {
        if (!http.has("access")) {
            return Optional.empty();
        }
        Fields access = http.object("access");
        AccessSettings settings = new AccessSettings(tokens(access), jwt(access));
        access.end();
        return Optional.of(settings);
    }

    private static List<Token> tokens(Fields access) {
        List<Token> tokens = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JsonNode item : access.list("tokens")) {
            Fields fields = Fields.of(access.path("tokens") + "[" + tokens.size() + "]", item);
            Token token = token(fields);
            if (tokens.size() == MOST_TOKENS || !seen.add(token.sha256())) {
                throw new ConfigurationException(
                        fields.path("sha256"), "must be one of at most " + MOST_TOKENS + " that differ", "another one");
            }
            tokens.add(token);
            fields.end();
        }
        return tokens;
    }

    private static Token token(Fields fields) {
        String name = matching(fields, "name", NAME, "must be 1 to 64 letters, digits, spaces or any of ._@+-");
        String sha256 =
                matching(fields, "sha256", SHA256, "must be the hash that 'interlock token' prints, 64 of 0-9 and a-f");
        Set<Role> roles = roles(fields);
        boolean agent = roles.contains(Role.AGENT);
        return new Token(sha256, new Caller(name, roles, names(fields, "agents", agent), names(fields, "runs", agent)));
    }

    private static String matching(Fields fields, String name, String pattern, String rule) {
        String text = fields.requiredText(name);
        if (!text.matches(pattern)) {
            // It may be a token itself, by mistake: it is not shown.
            throw new ConfigurationException(fields.path(name), rule, text.length() + " characters");
        }
        return text;
    }

    private static Set<Role> roles(Fields fields) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String symbol : texts(fields, "roles")) {
            roles.add(Role.of(symbol)
                    .orElseThrow(() -> new ConfigurationException(
                            fields.path("roles"),
                            "must be of agent, worker, operator, approver, auditor, admin",
                            symbol)));
        }
        if (roles.isEmpty()) {
            throw new ConfigurationException(fields.path("roles"), "must name at least one role", "none");
        }
        if (!Role.agree(roles)) {
            throw new ConfigurationException(
                    fields.path("roles"), "must not name agent beside operator, approver or admin", roles);
        }
        return roles;
    }

    /** An agent is bound: what binds it must be written, be it a star. */
    private static Names names(Fields fields, String name, boolean agent) {
        List<String> globs = texts(fields, name);
        if (agent == globs.isEmpty()) {
            throw new ConfigurationException(
                    fields.path(name),
                    agent ? "must name what the agent is bound to, * for any characters" : "is only for the role agent",
                    globs);
        }
        return new Names(globs);
    }

    private static List<String> texts(Fields fields, String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : fields.list(name)) {
            if (!item.isTextual() || item.textValue().isBlank()) {
                throw new ConfigurationException(fields.path(name), "must be texts that are not empty", item);
            }
            texts.add(item.textValue());
        }
        return texts;
    }

    private static Optional<Jwt> jwt(Fields access) {
        if (!access.has("jwt")) {
            return Optional.empty();
        }
        Fields jwt = access.object("jwt");
        Jwt settings = new Jwt(
                keys(jwt),
                jwt.requiredText("issuer"),
                jwt.requiredText("audience"),
                new Claims(
                        jwt.text("roles_claim").orElse("interlock_roles"),
                        jwt.text("agents_claim").orElse("interlock_agents"),
                        jwt.text("runs_claim").orElse("interlock_runs")));
        jwt.end();
        return Optional.of(settings);
    }

    private static Keys keys(Fields jwt) {
        Optional<String> file = jwt.text("jwks_file");
        Optional<String> url = jwt.text("jwks_url");
        if (file.isPresent() == url.isPresent()) {
            throw new ConfigurationException(
                    jwt.path("jwks_file"),
                    "must be there, or jwks_url, and not both",
                    file.isPresent() ? "both" : "absent");
        }
        return file.<Keys>map(name -> new Keys.InFile(Path.of(name)))
                .orElseGet(() -> new Keys.AtProvider(secure(jwt, url.orElseThrow())));
    }

    private static URI secure(Fields jwt, String text) {
        try {
            URI url = URI.create(text);
            if ("https".equals(url.getScheme()) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(jwt.path("jwks_url") + ": must be a URL", e);
        }
        throw new ConfigurationException(jwt.path("jwks_url"), "must begin with https://", text);
    }
}
