package dev.interlock.core.run;

import dev.interlock.core.fact.StopScope;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What can happen to runs when one is resumed. */
final class Resuming {
    private Resuming() {}

    /** The run that goes on from an ended one. */
    static RunBench successor(RunBench ended) {
        ended.resume("resume-1");
        RunBench successor = ended.successor();
        successor.decide(ended.told().get(0));
        return successor;
    }

    /** The events of a run's table. */
    static void events(Map<String, Consumer<RunBench>> events, Supplier<RunBench> ended) {
        events.put("a resume", b -> b.resume("resume-2"));
        events.put("a resume, sent twice", b -> {
            b.resume("resume-2");
            b.resume("resume-2");
        });
        events.put("a second resume", b -> {
            b.resume("resume-2");
            b.resume("resume-3");
        });
        events.put("a resume with a stop of all in force", b -> {
            b.inForce(StopScope.ALL, "");
            b.resume("resume-2");
        });
        events.put("a carry-over under a stop of all", b -> {
            RunBench other = ended.get();
            other.resume("resume-1");
            b.inForce(StopScope.ALL, "");
            b.decide(other.told().get(0));
        });
        events.put("a carry-over", b -> {
            RunBench other = ended.get();
            other.resume("resume-1");
            b.decide(other.told().get(0));
        });
    }
}
