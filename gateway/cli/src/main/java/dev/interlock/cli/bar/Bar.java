package dev.interlock.cli.bar;

import java.io.Closeable;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Shows a person at a terminal how far a long command has come. */
public final class Bar implements Closeable {
    private static final int COLUMNS = 80;

    private final Optional<ProgressBar> shown;
    private long before;

    private Bar(Optional<ProgressBar> shown) {
        this.shown = shown;
    }

    /**
     * A bar for the bytes of files. Below a megabyte there is none: a person does not have time to look.
     *
     * @param task what they are
     * @param terminal whether there is a person to show it to
     */
    public static Bar ofBytes(String task, long bytes, boolean terminal) {
        return of(task, " MB", bytes, terminal && bytes >= 1_000_000);
    }

    /** A bar for records, ten thousand of them at least. */
    public static Bar ofRecords(String task, long records, boolean terminal) {
        return of(task, " records", records, terminal && records >= 10_000);
    }

    private static Bar of(String task, String unit, long most, boolean shown) {
        return new Bar(shown ? Optional.of(bar(task, unit, most)) : Optional.empty());
    }

    private static ProgressBar bar(String task, String unit, long most) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(most)
                .setUnit(unit, unit.equals(" MB") ? 1_000_000 : 1)
                .setMaxRenderedLength(COLUMNS)
                .setConsumer(new DelegatingProgressBarConsumer(line -> System.err.print("\r" + line), COLUMNS))
                .build();
    }

    /** So many bytes of the present file were read. */
    public void at(long position) {
        shown.ifPresent(bar -> bar.stepTo(before + position));
    }

    /** The present file, which had so many bytes, was read. */
    public void next(long bytes) {
        before += bytes;
        at(0);
    }

    /** So much more is done; several threads may say so. */
    public void more(long amount) {
        shown.ifPresent(bar -> bar.stepBy(amount));
    }

    @Override
    public void close() {
        shown.ifPresent(bar -> {
            bar.close();
            System.err.println();
        });
    }
}
