package dev.interlock.audit.witness;

import dev.interlock.schemas.Position;

/**
 * One of several parts of a recording that are judged apart from each other. Whatever concerns a run, an operation, a chain
 * of the journal, an input or a dispatch is all in the one share that owns its name, and may lie in others as well; runs that
 * go on from one another are in one.
 *
 * @param number which it is, from 0
 * @param of how many there are
 */
record Share(int number, int of) {
    /** The one share that is everything. */
    static final Share WHOLE = new Share(0, 1);

    private static final String RUN = "run:";
    private static final String OPERATION = "op:";

    /** Whether what has this name is judged here. */
    boolean owns(String name) {
        return of == 1 || number == number(name == null ? "" : name, of);
    }

    /** Whether an input is judged here. */
    boolean owns(Position at) {
        return owns(name(at));
    }

    /** The number of the share that owns a name: of a run or operation, of its chain, or of its key on the ledger. */
    static int number(String name, int of) {
        int from = name.startsWith(RUN) ? RUN.length() : name.startsWith(OPERATION) ? OPERATION.length() : 0;
        int mark = name.indexOf('~', from);
        int hash = 0;
        for (int i = from; i < (mark < 0 ? name.length() : mark); i++) {
            hash = 31 * hash + name.charAt(i);
        }
        return Math.floorMod(hash * 0x9E3779B9 >>> 8, of);
    }

    static String name(Position at) {
        return at.topic() + "/" + at.partition() + "/" + at.offset();
    }
}
