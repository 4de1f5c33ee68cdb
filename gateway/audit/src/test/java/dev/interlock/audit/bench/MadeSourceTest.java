package dev.interlock.audit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small version of {@code interlock bench audit}. */
class MadeSourceTest {
    private static final int ENTRIES = 4_000;

    @TempDir
    Path scratch;

    @Test
    void madeTopics_keepEveryPromise_alsoInManyShares() {
        Findings findings = verify(new MadeSource(2, ENTRIES));

        assertThat(findings.complaints()).isEmpty();
        assertThat(findings.entries()).isEqualTo(ENTRIES);
    }

    @Test
    void oneByteAmongThem_isFound() {
        Findings findings = verify(new Altered(new MadeSource(2, ENTRIES)));

        assertThat(findings.complaints()).extracting(Complaint::fault).containsOnly(Fault.CHAIN_HASH);
    }

    private Findings verify(Source source) {
        return Verifier.judge(source, scratch, new Verifier.Options(true, 2, 500, more -> {}));
    }

    /** Says something else in one entry of the journal. */
    private record Altered(Source whole) implements Source {
        @Override
        public Topics topics() {
            return whole.topics();
        }

        @Override
        public List<Slice> slices() {
            return whole.slices();
        }

        @Override
        public void read(Slice slice, long from, Sink sink) {
            boolean journal = slice.topic().equals(topics().journal()) && slice.partition() == 1;
            whole.read(slice, from, raw -> sink.take(journal && raw.at().offset() == ENTRIES / 4 ? altered(raw) : raw));
        }

        private static Raw altered(Raw raw) {
            String text = new String(raw.value(), StandardCharsets.UTF_8);
            return raw.with(raw.at(), text.replace("0.1.", "0.2.").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {
            whole.close();
        }
    }
}
