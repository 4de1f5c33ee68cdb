package dev.interlock.cli.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TraceFile;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.policy.draft.Seen;
import dev.interlock.policy.draft.ToolsList;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The file that a draft is made of. */
final class Origin {
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final int LOOKED_AT = 64 * 1024;

    private final Path file;
    private final Map<String, Count> counts = new TreeMap<>();

    private Origin(Path file) {
        this.file = file;
    }

    static Origin of(Path file) {
        return new Origin(file);
    }

    /** The tools it tells of. */
    List<Seen> tools() throws IOException {
        if (isTraces()) {
            new TraceFile(file).forEach(this::count, position -> {});
            return counts.entrySet().stream()
                    .map(entry -> entry.getValue().seen(entry.getKey()))
                    .toList();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] json = in.readNBytes(MOST_BYTES + 1);
            if (json.length > MOST_BYTES) {
                Problem large =
                        new Problem(Place.START, Problem.FILE, "must have at most " + MOST_BYTES + " bytes", "larger");
                throw new PolicyException(file.toString(), List.of(large));
            }
            return ToolsList.read(file.toString(), json);
        }
    }

    /** A line of a trace file is an object with calls; what an MCP server answers has tools. */
    private boolean isTraces() throws IOException {
        if (file.toString().endsWith(".gz")) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String begin = new String(in.readNBytes(LOOKED_AT), StandardCharsets.UTF_8);
            String line =
                    begin.lines().filter(text -> !text.isBlank()).findFirst().orElse("");
            return line.contains("\"calls\"");
        }
    }

    private void count(Trace trace) {
        for (TracedCall call : trace.calls()) {
            counts.computeIfAbsent(call.tool(), tool -> new Count()).add(call);
        }
    }

    /** How often a tool was seen to do what. */
    private static final class Count {
        private long calls;
        private long reads;
        private long failed;

        void add(TracedCall call) {
            calls++;
            reads += call.kind() == TracedCall.Kind.READ || call.kind() == TracedCall.Kind.MODEL ? 1 : 0;
            failed += call.result().failure().isPresent() ? 1 : 0;
        }

        Seen seen(String name) {
            String note = "Seen " + calls + " times, " + reads + " of them as a read; " + failed + " failed.";
            return new Seen(
                    name,
                    Optional.of(reads == calls),
                    Optional.empty(),
                    false,
                    List.of(note),
                    JsonNodeFactory.instance.objectNode());
        }
    }
}
