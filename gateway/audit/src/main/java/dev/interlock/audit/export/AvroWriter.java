package dev.interlock.audit.export;

import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.schemas.AvroFile;
import dev.interlock.schemas.Position;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Writes records to an Avro container file, and reads them. */
final class AvroWriter implements Form.Writer {
    private final AvroFile.Writer file;

    AvroWriter(OutputStream out) throws IOException {
        file = new AvroFile.Writer(out);
    }

    @Override
    public void write(Raw raw) throws IOException {
        file.write(new AvroFile.Stored(
                raw.at().offset(),
                raw.timestampMs(),
                raw.key(),
                raw.value(),
                raw.headers().stream()
                        .map(header -> new AvroFile.StoredHeader(header.name(), header.value()))
                        .toList()));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    static void read(InputStream in, Slice slice, Sink sink) throws IOException {
        AvroFile.read(
                in,
                stored -> sink.take(new Raw(
                        new Position(slice.topic(), slice.partition(), stored.offset()),
                        stored.timestampMs(),
                        stored.key(),
                        stored.value(),
                        stored.headers().stream()
                                .map(header -> new Header(header.name(), header.value()))
                                .toList())));
    }
}
