package dev.interlock.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.Cancellation;
import dev.interlock.worker.DispatchContext;
import dev.interlock.worker.Effect;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of {@code interlock up} meets first. */
class TryingOutTest {
    @TempDir
    Path directory;

    @Test
    void recordOfTheGreeting_isAProposalWhoseKeyIsItsRun() {
        Matcher record =
                Pattern.compile("echo '([^|]+)\\|(\\{.*})'").matcher(Greeting.text("127.0.0.1:29092", directory));
        assertThat(record.find()).isTrue();
        byte[] value = record.group(2).getBytes(StandardCharsets.UTF_8);
        Proposal proposal = RecordCodec.of(Proposal.class).decode(value).record();
        assertThat(proposal.runId()).isEqualTo(record.group(1));
        assertThat(proposal.tool()).isEqualTo("echo");
    }

    @Test
    void noteOfAnOperation_isWrittenOnceAndFoundByTheVerifier() throws Exception {
        Path file = directory.resolve("notes.jsonl");
        Tool note = new Notebook(file).tool();
        for (int i = 0; i < 2; i++) {
            ToolOutput output = note.executor().execute(context("note-1"));
            Verified verified = note.verifier().verify(context("note-1"), output);
            assertThat(output.value().node().path("line").intValue()).isEqualTo(1);
            assertThat(verified.effect()).isEqualTo(Effect.COMMITTED);
            assertThat(verified.evidence().revision()).isEqualTo(1);
        }
        assertThat(Files.readAllLines(file))
                .containsExactly("{\"note\":{\"text\":\"hello\"},\"operation_id\":\"note-1\"}");
    }

    @Test
    void noteThatIsNotInTheFile_isNotCommitted() throws Exception {
        Tool note = new Notebook(directory.resolve("notes.jsonl")).tool();
        Verified verified = note.verifier().verify(context("note-2"), ToolOutput.ok("I did it, trust me"));
        assertThat(verified.effect()).isEqualTo(Effect.NOT_COMMITTED);
    }

    private static DispatchContext context(String operationId) {
        Dispatch dispatch = DispatchBuilder.builder()
                .operationId(operationId)
                .args(Json.of(Map.of("text", "hello")))
                .build();
        return new DispatchContext(dispatch, new Cancellation(), () -> Duration.ofSeconds(1));
    }
}
