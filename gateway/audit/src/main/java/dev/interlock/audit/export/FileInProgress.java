package dev.interlock.audit.export;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Locale;

/** One file that is being written. It has its name only once all of it is on the disk. */
final class FileInProgress implements Closeable {
    static final String UNFINISHED = ".part";

    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final Slice slice;
    private final long first;
    private final String name;
    private final FileChannel channel;
    private final MessageDigest digest = Digests.fresh();
    private final Counted counted;
    private final Form.Writer writer;
    private long records;

    FileInProgress(Path directory, Form form, Slice slice, long first) throws IOException {
        this.directory = directory;
        this.slice = slice;
        this.first = first;
        this.name = String.format(Locale.ROOT, "%s-%d-%020d%s", slice.topic(), slice.partition(), first, form.suffix());
        this.channel = FileChannel.open(
                directory.resolve(name + UNFINISHED),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        OutputStream file = new DigestOutputStream(new Unclosed(Channels.newOutputStream(channel)), digest);
        this.counted = new Counted(new BufferedOutputStream(file, BUFFER));
        this.writer = form.writer(counted);
    }

    void write(Raw raw) throws IOException {
        writer.write(raw);
        records++;
    }

    /** How much of it there is so far, but for what a block of its form holds back. */
    long bytes() {
        return counted.bytes;
    }

    /** Puts it on the disk for good. */
    ExportedFile finish(long next) throws IOException {
        writer.close();
        channel.force(true);
        long bytes = channel.position();
        channel.close();
        Files.move(directory.resolve(name + UNFINISHED), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        return new ExportedFile(
                name, slice.topic(), slice.partition(), first, next, records, bytes, Digests.hex(digest));
    }

    /** Ends it where it stands. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static final class Counted extends FilterOutputStream {
        private long bytes;

        private Counted(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            bytes++;
        }

        @Override
        public void write(byte[] some, int from, int length) throws IOException {
            out.write(some, from, length);
            bytes += length;
        }
    }

    /** Whoever closes the writer wants everything written, and the channel is still needed. */
    private static final class Unclosed extends FilterOutputStream {
        private Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
