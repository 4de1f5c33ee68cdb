package dev.interlock.audit.forgery;

import dev.interlock.audit.witness.Fault;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One way to tamper with a recording.
 *
 * @param what what is done to it
 * @param faults all that the judge must see, and nothing else; nothing where nothing is wrong
 * @param deed does it
 */
record Forgery(String what, Set<Fault> faults, Consumer<Forger> deed) {
    static Forgery of(String what, Consumer<Forger> deed, Fault... faults) {
        return new Forgery(what, Set.of(faults), deed);
    }

    @Override
    public String toString() {
        return what;
    }
}
