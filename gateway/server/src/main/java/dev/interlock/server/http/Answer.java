package dev.interlock.server.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is answered to a request.
 *
 * @param status HTTP status code
 * @param contentType of the body
 * @param headers further ones
 * @param body may be empty
 */
public record Answer(int status, String contentType, Map<String, String> headers, byte[] body) implements Reply {
    /** What {@link #json} answers. */
    public static final String JSON = "application/json";

    private static final String ETAG = "ETag";

    public Answer {
        headers = Map.copyOf(headers);
    }

    static Answer of(int status, String contentType, String body) {
        return new Answer(status, contentType, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    /** A JSON text. */
    public static Answer json(int status, String body) {
        return of(status, JSON, body);
    }

    /** The same with a header more, or another value of it. */
    public Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, contentType, more, body);
    }

    /**
     * The same with the version of what it shows, so that who has it already is answered 304.
     *
     * @param version text without quotes
     */
    public Answer tagged(String version) {
        return with(ETAG, "\"" + version + "\"");
    }

    /** Whether it shows the version that a request says it has already. */
    boolean isAt(String ifNoneMatch) {
        String tag = headers.get(ETAG);
        return status == 200 && tag != null && Tags.match(ifNoneMatch, tag);
    }

    /** The answer to who has it already. */
    Answer unchanged() {
        return new Answer(304, contentType, headers, new byte[0]);
    }
}
