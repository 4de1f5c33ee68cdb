package dev.interlock.audit.witness;

import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.WireRecord;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The shares of a recording on the disk, until each is judged. Several threads may add to it. */
final class Spill {
    /** So much of a share is gathered before it is written. */
    private static final int GATHERED = 12 << 10;

    private static final int NOTHING = 255;

    private final Path directory;
    private final List<String> topics;
    private final List<Gathered> shares;

    /**
     * A spill.
     *
     * @param directory where its files are; they are deleted as they are read
     * @param topics the names of all topics
     * @param count how many shares there are
     */
    Spill(Path directory, List<String> topics, int count) {
        this.directory = directory;
        this.topics = List.copyOf(topics);
        this.shares = IntStream.range(0, count)
                .mapToObj(number -> new Gathered(directory.resolve("share-" + number)))
                .toList();
    }

    /** A record as it is added to shares: made once, however many they are. */
    byte[] bytes(Raw raw, WireRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(topics.indexOf(raw.at().topic()));
            Compact.number(out, raw.at().partition());
            Compact.number(out, raw.at().offset());
            Compact.number(out, raw.timestampMs());
            out.writeBoolean(raw.key() != null);
            if (raw.key() != null) {
                Compact.bytes(out, raw.key());
            }
            Compact.text(out, raw.digest());
            Compact.text(out, raw.header(Accounting.ORIGIN).orElse(null));
            if (record == null) {
                out.write(NOTHING);
            } else {
                out.write(Reader.TYPES.indexOf(record.getClass()));
                Compact.write(out, record);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Memory can be written", e);
        }
        return bytes.toByteArray();
    }

    void add(int share, byte[] bytes) {
        shares.get(share).add(bytes);
    }

    /** The records of a share, in no order. It is gone afterwards. */
    List<Seen<?>> take(int share) {
        return shares.get(share).take();
    }

    private Seen<?> read(DataInputStream in) throws IOException {
        String topic = topics.get(in.readUnsignedByte());
        Position at = new Position(topic, (int) Compact.number(in), Compact.number(in));
        long timestampMs = Compact.number(in);
        byte[] key = in.readBoolean() ? Compact.bytes(in) : null;
        String digest = Compact.text(in);
        String origin = Compact.text(in);
        Raw raw = Raw.reduced(
                at,
                timestampMs,
                key,
                digest,
                origin == null ? List.of() : List.of(Header.of(Accounting.ORIGIN, origin)));
        int type = in.readUnsignedByte();
        return type == NOTHING ? new Seen<>(raw, null) : new Seen<>(raw, Compact.read(in, Reader.TYPES.get(type)));
    }

    private final class Gathered {
        private final Path file;
        private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long count;

        private Gathered(Path file) {
            this.file = file;
        }

        private synchronized void add(byte[] record) {
            bytes.writeBytes(record);
            count++;
            if (bytes.size() >= GATHERED) {
                write();
            }
        }

        private void write() {
            try {
                Files.write(file, bytes.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException("No room for what is judged: " + directory, e);
            }
            bytes = new ByteArrayOutputStream();
        }

        private synchronized List<Seen<?>> take() {
            if (count == 0) {
                return List.of();
            }
            write();
            List<Seen<?>> all = new ArrayList<>();
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
                for (long i = 0; i < count; i++) {
                    all.add(read(in));
                }
                Files.delete(file);
            } catch (IOException e) {
                throw new UncheckedIOException("What was written can be read: " + file, e);
            }
            count = 0;
            return all;
        }
    }
}
