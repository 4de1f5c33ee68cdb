package dev.interlock.cli.backtest;

import java.io.Closeable;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Shows a person at a terminal how far a long input has been read. */
final class Bar implements Closeable {
    /** Below this a person does not have time to look. */
    private static final long LEAST_BYTES = 1_000_000;

    private static final int COLUMNS = 80;

    private final Optional<ProgressBar> shown;
    private long before;

    /**
     * A bar for this many bytes.
     *
     * @param terminal whether there is a person to show it to
     */
    Bar(long bytes, boolean terminal) {
        shown = terminal && bytes >= LEAST_BYTES ? Optional.of(bar(bytes)) : Optional.empty();
    }

    private static ProgressBar bar(long bytes) {
        return new ProgressBarBuilder()
                .setTaskName("traces")
                .setInitialMax(bytes)
                .setUnit(" MB", 1_000_000)
                .setMaxRenderedLength(COLUMNS)
                .setConsumer(new DelegatingProgressBarConsumer(line -> System.err.print("\r" + line), COLUMNS))
                .build();
    }

    /** So many bytes of the present file were read. */
    void at(long position) {
        shown.ifPresent(bar -> bar.stepTo(before + position));
    }

    /** The present file, which had so many bytes, was read. */
    void next(long bytes) {
        before += bytes;
        at(0);
    }

    @Override
    public void close() {
        shown.ifPresent(bar -> {
            bar.close();
            System.err.println();
        });
    }
}
