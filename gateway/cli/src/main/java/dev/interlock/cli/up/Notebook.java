package dev.interlock.cli.up;

import dev.interlock.schemas.Json;
import dev.interlock.worker.DispatchContext;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** A write to try things out with: a note in a file, at most one for each operation id. The file is the system of record. */
final class Notebook {
    private final Path file;

    Notebook(Path file) {
        this.file = file;
    }

    Tool tool() {
        return new Tool(this::write, this::verify);
    }

    /** The same write, whose answer gets lost: nobody can tell from it whether the note was written. */
    Tool losing() {
        return new Tool(
                context -> {
                    write(context);
                    throw new IOException("the line went dead before the answer came");
                },
                this::verify);
    }

    /** The receiver's own idempotency: a note that is there is not written again. */
    private synchronized ToolOutput write(DispatchContext context) throws IOException {
        String operationId = context.dispatch().operationId();
        int line = line(operationId);
        if (line == 0) {
            Json note = Json.of(Map.of(
                    "operation_id",
                    operationId,
                    "note",
                    context.dispatch().args().node()));
            Files.writeString(file, note.canonical() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            line = line(operationId);
        }
        return ToolOutput.ok(Map.of("line", line, "file", file.toString()));
    }

    private synchronized Verified verify(DispatchContext context, ToolOutput output) throws IOException {
        int line = line(context.dispatch().operationId());
        int notes = notes().size();
        return line == 0 ? Verified.notCommitted(notes) : Verified.committed(notes, false, Map.of("line", line));
    }

    /** The line of an operation's note, from 1; 0 when there is none. */
    private int line(String operationId) throws IOException {
        List<String> notes = notes();
        for (int i = 0; i < notes.size(); i++) {
            if (Json.parse(notes.get(i)).node().path("operation_id").asText().equals(operationId)) {
                return i + 1;
            }
        }
        return 0;
    }

    private List<String> notes() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
