package dev.interlock.audit.forgery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.schemas.TopicDefinition;
import dev.interlock.schemas.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics of which a part is not there are judged as far as they are there. */
class ExtentTest {
    private static List<Raw> all;
    private static Topics topics;

    @TempDir
    Path scratch;

    @BeforeAll
    static void readTheLife(@TempDir Path directory) throws Exception {
        var recording = RecordedLife.read(directory).recording();
        all = recording.all();
        topics = recording.topics();
    }

    @Test
    void whatRetentionDeleted_isNoViolation() {
        for (TopicDefinition topic : topics.all()) {
            boolean compacted = topic.name().equals(topics.ledger());
            Findings findings =
                    judge(true, slice -> slice.topic().equals(topic.name()) && !compacted ? later(slice) : slice);
            assertThat(findings.complaints())
                    .as("without the first half of " + topic.name())
                    .isEmpty();
        }
        assertThat(judge(true, slice -> slice.topic().equals(topics.ledger()) ? slice : later(slice))
                        .complaints())
                .isEmpty();
    }

    @Test
    void whatAGatewayThatRunsHasStillToSay_isNoViolation_butIsOneAtRest() {
        for (TopicDefinition topic : topics.all()) {
            UnaryOperator<Slice> cut = slice -> slice.topic().equals(topic.name()) ? earlier(slice) : slice;
            assertThat(judge(false, cut).complaints())
                    .as("without the latest of " + topic.name())
                    .isEmpty();
        }
        assertThat(judge(true, slice -> slice.topic().equals(topics.journal()) ? earlier(slice) : slice)
                        .complaints())
                .isNotEmpty();
    }

    private Findings judge(boolean atRest, UnaryOperator<Slice> cut) {
        try (Source source = new CutSource(new MemorySource(topics, all), cut)) {
            return Verifier.judge(source, scratch, new Verifier.Options(atRest, 2, 200, more -> {}));
        }
    }

    /** Its second half. */
    private static Slice later(Slice slice) {
        return new Slice(slice.topic(), slice.partition(), slice.end() / 2, slice.end());
    }

    /** All but what was appended in the last second of all. */
    private static Slice earlier(Slice slice) {
        long lastMs = all.stream().mapToLong(Raw::timestampMs).max().orElseThrow();
        long end = all.stream()
                .filter(raw -> raw.at().topic().equals(slice.topic())
                        && raw.at().partition() == slice.partition()
                        && raw.timestampMs() > lastMs - 1_000)
                .mapToLong(raw -> raw.at().offset())
                .min()
                .orElse(slice.end());
        return new Slice(slice.topic(), slice.partition(), 0, end);
    }
}
