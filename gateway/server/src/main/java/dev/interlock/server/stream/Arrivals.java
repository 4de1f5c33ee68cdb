package dev.interlock.server.stream;

import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.server.wire.Arrival;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Records with their coordinates, as the wire package reads them; and the header that names where one first landed. */
final class Arrivals {
    private static final String ORIGIN_HEADER = "interlock-origin";
    private static final Pattern ORIGIN = Pattern.compile("(.{1,249})/(\\d{1,9})/(\\d{1,18})");

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
