package dev.interlock.policy.contract;

/** An expression that cannot be used. */
final class CelFault extends Exception {
    private final String rule;
    private final int line;
    private final int column;

    /**
     * One.
     *
     * @param rule what the expression must be
     * @param line the line of it that is wrong, from 1
     * @param column the column there, from 0
     */
    CelFault(String rule, int line, int column) {
        super(rule);
        this.rule = rule;
        this.line = line;
        this.column = column;
    }

    String rule() {
        return rule;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }
}
