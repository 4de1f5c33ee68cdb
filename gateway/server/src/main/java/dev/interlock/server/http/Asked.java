package dev.interlock.server.http;

import dev.interlock.server.access.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A request that was let in.
 *
 * @param caller who asks
 * @param path the parameters in the path, each decoded
 * @param query the parameters behind the path; only those the route names
 * @param headers finds a header by its name, in any case; null where there is none
 * @param body what was sent; empty where nothing was
 */
public record Asked(
        Caller caller,
        Map<String, String> path,
        Map<String, String> query,
        UnaryOperator<String> headers,
        byte[] body) {
    public Asked {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
    }

    /** A parameter in the path. */
    public String path(String name) {
        return path.get(name);
    }

    /** A parameter behind the path; empty where it is absent or has no text. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name)).filter(text -> !text.isEmpty());
    }

    /**
     * A number behind the path.
     *
     * @throws ProblemException when it is none, or out of bounds
     */
    public long number(String name, long otherwise, long least, long most) {
        Optional<String> text = query(name);
        return text.isEmpty() ? otherwise : number(name, text.get(), least, most);
    }

    private static long number(String name, String text, long least, long most) {
        String rule = "must be a whole number from " + least + " to " + most;
        try {
            long number = Long.parseLong(text);
            if (number < least || number > most) {
                throw Problem.invalid(name, rule, text).exception();
            }
            return number;
        } catch (NumberFormatException e) {
            throw Problem.invalid(name, rule, text).exception(e);
        }
    }

    /** A header; empty where it is absent. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name));
    }

    /** Whether its sender takes a media type. */
    public boolean accepts(String mediaType) {
        return MediaTypes.accepts(header("Accept"), mediaType);
    }
}
