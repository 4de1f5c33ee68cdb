package dev.interlock.server.runtime.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.server.runtime.RuntimeReply;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What an HTTP answer means. */
final class Replies {
    private static final Set<Integer> AGAIN = Set.of(408, 425, 429);
    private static final int OK = 200;
    private static final int REDIRECT = 300;
    private static final int SERVER_FAULT = 500;
    private static final String SECONDS = "\\d{1,9}";
    private static final ObjectMapper JSON = new ObjectMapper();

    private Replies() {}

    static RuntimeReply of(HttpResponse<byte[]> answer) {
        int status = answer.statusCode();
        String problem = "HTTP " + status;
        if (status >= OK && status < REDIRECT) {
            RuntimeReply.Kind kind =
                    isStopped(answer.body()) ? RuntimeReply.Kind.CONFIRMED : RuntimeReply.Kind.REQUESTED;
            return RuntimeReply.answered(kind, status);
        }
        return status >= SERVER_FAULT || AGAIN.contains(status)
                ? RuntimeReply.again(status, retryAfter(answer), problem)
                : RuntimeReply.refused(status, problem);
    }

    /** {@code {"state":"stopped"}}. Whatever else a body says, the request was taken and no more. */
    private static boolean isStopped(byte[] body) {
        try {
            return "stopped".equals(JSON.readTree(body).path("state").textValue());
        } catch (IOException e) {
            // Bodies of other kinds are usual.
            return false;
        }
    }

    /** In seconds; a date is not looked at, since it would have to be held against this machine's clock. */
    private static Optional<Duration> retryAfter(HttpResponse<byte[]> answer) {
        return answer.headers()
                .firstValue("retry-after")
                .filter(text -> text.matches(SECONDS))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }
}
