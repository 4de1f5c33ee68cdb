package dev.interlock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One command as a user runs it. */
final class Cli {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs it and returns its exit code. */
    int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
