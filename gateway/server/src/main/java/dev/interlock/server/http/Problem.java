package dev.interlock.server.http;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Why a request was not answered as it was meant to be, as RFC 9457 writes it.
 *
 * @param status HTTP status code
 * @param title what kind of problem it is; the same for each of a kind
 * @param detail what it is here, and what to do
 */
record Problem(int status, String title, String detail) {
    private static final String CONTENT_TYPE = "application/problem+json";
    private static final JsonMapper MAPPER = new JsonMapper();

    /** The kinds have no pages of their own: {@code about:blank} says that title and status tell all. */
    Answer answer() {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("type", "about:blank")
                .put("title", title)
                .put("status", status)
                .put("detail", detail);
        return Answer.of(status, CONTENT_TYPE, body.toString());
    }
}
