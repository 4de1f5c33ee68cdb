package dev.interlock.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Paths of one form. An id may have any characters: a slash in it is written {@code %2F}.
 *
 * @param text such as {@code /api/runs/{run_id}}
 */
public record PathPattern(String text) {
    /** The paths of this form. */
    public static PathPattern of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("A path begins with a slash: " + text);
        }
        return new PathPattern(text);
    }

    /**
     * The parameters of a path; empty where it is of another form.
     *
     * @param path as it came, not decoded
     * @throws ProblemException when a parameter in it cannot be decoded, or is empty
     */
    Optional<Map<String, String>> match(String path) {
        List<String> wanted = List.of(text.split("/", -1));
        List<String> given = List.of(path.split("/", -1));
        if (wanted.size() != given.size()) {
            return Optional.empty();
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.get(i);
            if (name.startsWith("{")) {
                parameters.put(name.substring(1, name.length() - 1), given.get(i));
            } else if (!name.equals(given.get(i))) {
                return Optional.empty();
            }
        }
        parameters.replaceAll(PathPattern::decoded);
        return Optional.of(parameters);
    }

    private static String decoded(String name, String encoded) {
        if (encoded.isEmpty()) {
            throw Problem.invalid(name, "must be there", "empty").exception();
        }
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(name, "must be encoded as RFC 3986 says", encoded)
                    .exception(e);
        }
    }
}
