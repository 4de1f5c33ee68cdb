package dev.interlock.cli.local;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells a waiting person what is being done, with the seconds since the start. */
public final class Progress {
    private final PrintWriter out;
    private final long began = System.nanoTime();

    /** Progress that is told to a writer, usually standard error. */
    public Progress(PrintWriter out) {
        this.out = out;
    }

    /** Tells what is being done now. */
    public void say(String what) {
        out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - began) / 1e9, what);
        out.flush();
    }
}
