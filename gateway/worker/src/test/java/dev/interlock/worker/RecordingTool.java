package dev.interlock.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A tool that notes what it was asked to execute and can be made to wait. */
final class RecordingTool implements ToolExecutor {
    private final List<String> executed = new CopyOnWriteArrayList<>();
    private final CountDownLatch gate;
    private final boolean heedsInterrupts;

    private RecordingTool(CountDownLatch gate, boolean heedsInterrupts) {
        this.gate = gate;
        this.heedsInterrupts = heedsInterrupts;
    }

    /** One that returns at once. */
    static RecordingTool quick() {
        return new RecordingTool(new CountDownLatch(0), true);
    }

    /** One that returns when opened, or throws when interrupted. */
    static RecordingTool gated() {
        return new RecordingTool(new CountDownLatch(1), true);
    }

    /** One that returns when opened and does not heed anything else. */
    static RecordingTool deaf() {
        return new RecordingTool(new CountDownLatch(1), false);
    }

    @Override
    public ToolOutput execute(DispatchContext context) throws Exception {
        executed.add(context.dispatch().dispatchId());
        waitForGate();
        return ToolOutput.ok(context.dispatch().dispatchId()).withReceipt("receipt");
    }

    /** The dispatches executed so far, in order. */
    List<String> executed() {
        return List.copyOf(executed);
    }

    void open() {
        gate.countDown();
    }

    private void waitForGate() throws InterruptedException {
        while (true) {
            try {
                if (gate.await(60, TimeUnit.SECONDS)) {
                    return;
                }
                throw new IllegalStateException("never opened");
            } catch (InterruptedException e) {
                if (heedsInterrupts) {
                    throw e;
                }
            }
        }
    }

    /** A verifier that finds every write committed, at revision 1. */
    static Verified committed(DispatchContext context, ToolOutput output) {
        return Verified.committed(1, false, output.receipt());
    }

    Tool reading() {
        return Tool.reading(this);
    }

    Tool writing() {
        return new Tool(this, RecordingTool::committed);
    }
}
