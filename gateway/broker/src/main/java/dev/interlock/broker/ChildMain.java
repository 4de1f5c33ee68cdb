package dev.interlock.broker;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of every child JVM: runs the main method it is told, and ends the JVM when the parent is gone. The
 * parent holds the other end of standard input, which the system closes however the parent ends.
 */
public final class ChildMain {
    private static final long ORDERLY_EXIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private ChildMain() {}

    /**
     * Starts to watch the parent, then runs the given main method.
     *
     * @param args the main class, then its arguments
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        daemon("watch-parent", ChildMain::exitWithParent);
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            System.exit(1);
        }
    }

    private static void exitWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent sends nothing; only the end of the stream matters.
            }
        } catch (IOException e) {
            System.err.println("Standard input cannot be read, so the parent is taken as gone: " + e);
        }
        daemon("halt-late-exit", ChildMain::haltLater);
        System.exit(0);
    }

    private static void haltLater() {
        long deadline = System.nanoTime() + ORDERLY_EXIT_NANOS;
        for (long left = ORDERLY_EXIT_NANOS; left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        Runtime.getRuntime().halt(1);
    }

    private static void daemon(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }
}
