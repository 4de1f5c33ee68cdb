package dev.interlock.server.http;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Why a request was not answered as it was meant to be, as RFC 9457 writes it.
 *
 * @param status HTTP status code
 * @param title what kind of problem it is; the same for each of a kind
 * @param detail what it is here, and what to do
 * @param fault what of the request is wrong, where something is
 * @param headers that go with it
 */
public record Problem(int status, String title, String detail, Optional<Fault> fault, Map<String, String> headers) {
    static final String CONTENT_TYPE = "application/problem+json";
    private static final JsonMapper MAPPER = new JsonMapper();

    public Problem {
        headers = Map.copyOf(headers);
    }

    /**
     * What of a request is wrong.
     *
     * @param field where it stands: a parameter, a header, or a path in the body
     * @param rule what it must be
     * @param value what it is; nothing that may be a secret
     */
    public record Fault(String field, String rule, String value) {}

    /** A problem without more. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, Optional.empty(), Map.of());
    }

    /** Something of the request is not as it must be. */
    public static Problem invalid(String field, String rule, String value) {
        return new Problem(
                400,
                "Invalid request",
                field + " " + rule + ", but is " + value + ".",
                Optional.of(new Fault(field, rule, value)),
                Map.of());
    }

    /** There is no such thing here. */
    public static Problem notFound(String detail) {
        return of(404, "Not found", detail);
    }

    /** Its sender may not do that. */
    public static Problem forbidden(String detail) {
        return of(403, "Forbidden", detail);
    }

    /** It cannot be answered now, but soon. */
    public static Problem unavailable(String detail, int retryAfterSeconds) {
        return of(503, "Not available", detail).with("Retry-After", Integer.toString(retryAfterSeconds));
    }

    /** The same with a header more. */
    public Problem with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Problem(status, title, detail, fault, more);
    }

    /** Thrown by who cannot go on. */
    public ProblemException exception() {
        return new ProblemException(this, null);
    }

    /** The same with what caused it, which only the log sees. */
    public ProblemException exception(Throwable cause) {
        return new ProblemException(this, cause);
    }

    /** The kinds have no pages of their own: {@code about:blank} says that title and status tell all. */
    public Answer answer() {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("type", "about:blank")
                .put("title", title)
                .put("status", status)
                .put("detail", detail);
        fault.ifPresent(wrong ->
                body.put("field", wrong.field()).put("rule", wrong.rule()).put("value", wrong.value()));
        Answer answer = Answer.of(status, CONTENT_TYPE, body.toString());
        for (Map.Entry<String, String> header : headers.entrySet()) {
            answer = answer.with(header.getKey(), header.getValue());
        }
        return answer;
    }
}
