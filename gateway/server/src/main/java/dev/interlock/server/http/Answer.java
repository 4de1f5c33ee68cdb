package dev.interlock.server.http;

import java.nio.charset.StandardCharsets;

/**
 * What is answered to a request.
 *
 * @param status HTTP status code
 * @param contentType of the body
 * @param body may be empty
 */
record Answer(int status, String contentType, byte[] body) {
    static Answer of(int status, String contentType, String body) {
        return new Answer(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }
}
