package dev.interlock.backtest.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFileTest {
    private static final String RUN = """
        {"source":"s","run":"r","success":true,"halted":null,"unknown":1,"calls":[{"tool":"t","args":{"n":1.0},\
        "kind":"read","result_hash":"h","result_hash_norm":"n","result_len":3,"error":true,\
        "error_class":"transient","turn":1,"user_turn":2}]}
        """;

    @TempDir
    private Path directory;

    @Test
    void aRunIsReadWithEverythingItSays() throws IOException {
        Trace trace = read("runs.jsonl", RUN + "\n\n").getFirst();
        assertThat(trace.success()).contains(true);
        assertThat(trace.halted()).isEmpty();
        TracedCall call = trace.calls().getFirst();
        assertThat(call.kind()).isEqualTo(TracedCall.Kind.READ);
        assertThat(call.args().canonical()).isEqualTo("{\"n\":1}");
        assertThat(call.turn()).isEqualTo(OptionalLong.of(1));
        assertThat(call.result().failure()).isEqualTo(Optional.of(TracedResult.Failure.TRANSIENT));
    }

    @Test
    void aCompressedFileIsReadLikeAnyOther() throws IOException {
        assertThat(read("runs.jsonl.gz", RUN + RUN)).hasSize(2).containsAll(read("runs.jsonl", RUN));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "not json | bad.jsonl:2: is no JSON",
                "[] | bad.jsonl:2: the line: must be a JSON object, was []",
                "{'source':'s','run':'r'} | bad.jsonl:2: calls: must be a list, was missing",
                "{'run':'r','calls':[]} | bad.jsonl:2: source: is required, was missing",
                "{'source':'s','run':7,'calls':[]} | bad.jsonl:2: run: must be a text, was 7",
                "{'source':'s','run':'r','success':'yes','calls':[]} | success: must be true, false or null, was"
                        + " \"yes\"",
                "{'source':'s','run':'r','calls':[{}]} | calls[0].tool: is required, was missing",
                "{'source':'s','run':'r','calls':[{'tool':'t','kind':'x'}]} | must be one of [read, write, model,"
                        + " unknown]",
                "{'source':'s','run':'r','calls':[{'tool':'t','turn':-1}]} | calls[0].turn: must be an integer, 0 or"
                        + " more",
                "{'source':'s','run':'r','calls':[{'tool':'t','turn':1.5}]} | calls[0].turn: must be an integer, 0 or"
                        + " more",
            })
    void aLineThatCannotBeUnderstood_isNamedWithFieldRuleAndValue(String line, String message) {
        assertThatThrownBy(() -> read("bad.jsonl", RUN + line.replace('\'', '"')))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNoGzipFile_isSaidToBeNone() {
        assertThatThrownBy(() -> {
                    Path file = directory.resolve("runs.gz");
                    Files.writeString(file, RUN);
                    new TraceFile(file).forEach(trace -> {}, bytes -> {});
                })
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("is no gzip file");
    }

    private List<Trace> read(String name, String lines) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        List<Trace> traces = new ArrayList<>();
        new TraceFile(file).forEach(traces::add, bytes -> {});
        return traces;
    }
}
