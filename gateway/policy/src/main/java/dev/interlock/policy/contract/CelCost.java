package dev.interlock.policy.contract;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an expression costs before anybody has evaluated it: its parts, those in a loop as often as the loop is taken to
 * run. Regular expressions must be written out in it, so that they can be looked at too.
 */
final class CelCost {
    /** The most parts that may be evaluated. */
    static final long MOST = 100_000;

    /** How many elements a loop is taken to have. */
    static final long LOOP = 100;

    private final List<String> faults = new ArrayList<>();

    private CelCost() {}

    /** What is wrong with the cost of an expression; empty when it can be evaluated. */
    static Optional<String> fault(CelExpr expression) {
        CelCost cost = new CelCost();
        long parts = cost.of(expression);
        if (parts > MOST) {
            cost.faults.add("must evaluate at most " + MOST + " parts, where each loop has " + LOOP
                    + " elements; these are " + parts);
        }
        return cost.faults.stream().findFirst();
    }

    private long of(CelExpr expression) {
        return switch (expression.getKind()) {
            case SELECT -> 1 + of(expression.select().operand());
            case CALL -> call(expression.call());
            case LIST -> 1 + sum(expression.list().elements());
            case MAP ->
                1
                        + expression.map().entries().stream()
                                .mapToLong(entry -> of(entry.key()) + of(entry.value()))
                                .sum();
            case COMPREHENSION -> loop(expression.comprehension());
            default -> 1;
        };
    }

    private long sum(List<CelExpr> expressions) {
        return expressions.stream().mapToLong(this::of).sum();
    }

    private long loop(CelExpr.CelComprehension loop) {
        long once = of(loop.loopCondition()) + of(loop.loopStep());
        long around = of(loop.iterRange()) + of(loop.accuInit()) + of(loop.result());
        return Math.min(Integer.MAX_VALUE, around + LOOP * once);
    }

    private long call(CelExpr.CelCall call) {
        if (call.function().equals("matches")) {
            matches(call.args().get(call.args().size() - 1));
        }
        return 1 + call.target().map(this::of).orElse(0L) + sum(call.args());
    }

    private void matches(CelExpr pattern) {
        boolean written = pattern.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && pattern.constant().getKind() == CelConstant.Kind.STRING_VALUE;
        if (written) {
            Patterns.fault(pattern.constant().stringValue()).ifPresent(rule -> faults.add("matches " + rule));
        } else {
            faults.add("matches must have its regular expression written out");
        }
    }
}
