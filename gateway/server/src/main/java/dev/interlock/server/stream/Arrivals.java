package dev.interlock.server.stream;

import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.server.wire.Arrival;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Records with their coordinates, as the wire package reads them; and the header that names where one first landed. */
final class Arrivals {
    private static final String ORIGIN_HEADER = "interlock-origin";
    private static final Pattern ORIGIN = Pattern.compile("(.{1,249})/(\\d{1,9})/(\\d{1,18})");

    /** When the broker took in what was passed on: only for counting, and therefore not believed in anything else. */
    private static final String TAKEN_IN_HEADER = "interlock-taken-in-ms";

    private static final Pattern TAKEN_IN = Pattern.compile("\\d{1,18}");

    private Arrivals() {}

    static Arrival of(Record<byte[], byte[]> record, RecordMetadata at, long takenAtMs) {
        return new Arrival(
                new Position(at.topic(), at.partition(), at.offset()),
                text(record.headers(), ORIGIN_HEADER).flatMap(Arrivals::origin),
                record.key(),
                record.value(),
                text(record.headers(), Keys.STOP_HEADER),
                record.timestamp(),
                takenAtMs);
    }

    /** Notes where the record stands before it is written where it belongs. */
    static Headers originating(Headers headers, Position position) {
        String origin = position.topic() + "/" + position.partition() + "/" + position.offset();
        return headers.add(ORIGIN_HEADER, origin.getBytes(StandardCharsets.UTF_8));
    }

    /** Notes when the broker took in the record that is passed on. */
    static Headers takenIn(Arrival arrival) {
        byte[] at = Long.toString(arrival.appendedAtMs()).getBytes(StandardCharsets.UTF_8);
        return new RecordHeaders().add(TAKEN_IN_HEADER, at);
    }

    /** When the broker took in what was passed on; empty when nobody says. */
    static OptionalLong takenInMs(Headers headers) {
        return text(headers, TAKEN_IN_HEADER)
                .filter(at -> TAKEN_IN.matcher(at).matches())
                .map(at -> OptionalLong.of(Long.parseLong(at)))
                .orElse(OptionalLong.empty());
    }

    /** Size of key, value and headers, in bytes. */
    static long size(Arrival arrival, Headers headers) {
        long size = arrival.key().length + (arrival.value() == null ? 0 : arrival.value().length);
        for (Header header : headers) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }

    private static Optional<Position> origin(String text) {
        Matcher matcher = ORIGIN.matcher(text);
        return matcher.matches()
                ? Optional.of(new Position(
                        matcher.group(1), Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    private static Optional<String> text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }
}
