package dev.interlock.cli.up;

import dev.interlock.broker.JvmCommand;
import dev.interlock.worker.Connection;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Worker;
import java.nio.file.Path;
import java.util.List;

/** The worker process of {@code interlock up}: {@code BOOTSTRAP NOTES}. It runs the tools {@code echo} and {@code note}. */
public final class UpWorkerMain {
    private static final String READY = "worker ready";

    private UpWorkerMain() {}

    /** Runs the worker; its threads keep the process alive. */
    public static void main(String[] args) {
        if (args.length != 2) {
            throw new IllegalArgumentException("arguments: must be BOOTSTRAP NOTES, were " + List.of(args));
        }
        Notebook notebook = new Notebook(Path.of(args[1]));
        Worker.builder(Connection.to(args[0]))
                .group("interlock-up")
                .tool(
                        "echo",
                        Tool.reading(context -> ToolOutput.ok(context.dispatch().args())))
                .tool("note", notebook.tool())
                .tool("order", notebook.tool())
                .tool("lose", notebook.losing())
                .start();
        System.out.println(READY);
        System.out.flush();
    }

    static JvmCommand command(String bootstrapServers, Path directory, Path notes) {
        return new JvmCommand(
                "worker",
                UpWorkerMain.class.getName(),
                List.of(bootstrapServers, notes.toString()),
                List.of(),
                directory.resolve("worker.log"),
                READY);
    }
}
