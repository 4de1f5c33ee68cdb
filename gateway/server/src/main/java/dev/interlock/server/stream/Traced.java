package dev.interlock.server.stream;

import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.Asked;
import dev.interlock.server.wire.StoredAnswer;
import dev.interlock.server.wire.TraceContext;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The place in a trace that an answer goes back to, as the header that OpenTelemetry looks for in Kafka. */
final class Traced {
    private Traced() {}

    /** The headers of an answer: those of a proposal that named its place in a trace. */
    static Headers as(Optional<StoredAnswer> answer) {
        Headers headers = new RecordHeaders();
        answer.flatMap(StoredAnswer::asked)
                .flatMap(Asked::trace)
                .map(TraceContext::text)
                .ifPresent(text -> headers.add(Keys.TRACE_HEADER, text.getBytes(StandardCharsets.UTF_8)));
        return headers;
    }
}
