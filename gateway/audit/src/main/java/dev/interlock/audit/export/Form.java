package dev.interlock.audit.export;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;

/** How the files of an export are written. Both keep keys, values and headers byte for byte. */
public enum Form {
    /** JSON Lines: a record is a line, and its value stands there as it is where that is JSON. */
    JSONL(".jsonl") {
        @Override
        Writer writer(OutputStream out) {
            return new LineWriter(out);
        }

        @Override
        void read(InputStream in, Slice slice, Sink sink) throws IOException {
            LineReader.read(in, slice, sink);
        }
    },
    /** Avro container files. */
    AVRO(".avro") {
        @Override
        Writer writer(OutputStream out) throws IOException {
            return new AvroWriter(out);
        }

        @Override
        void read(InputStream in, Slice slice, Sink sink) throws IOException {
            AvroWriter.read(in, slice, sink);
        }
    };

    private final String suffix;

    Form(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }

    abstract Writer writer(OutputStream out) throws IOException;

    abstract void read(InputStream in, Slice slice, Sink sink) throws IOException;

    /** The form of a name, as a manifest has it. */
    static Optional<Form> named(String name) {
        return Arrays.stream(values()).filter(form -> form.name().equals(name)).findFirst();
    }

    /** Writes the records of one file. */
    interface Writer extends Closeable {
        void write(Raw raw) throws IOException;
    }
}
