package dev.interlock.policy.contract;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Locale;
import java.util.Map;

/** A compiled expression that answers yes or no. */
final class Expression {
    private final CelRuntime.Program program;

    Expression(CelRuntime.Program program) {
        this.program = program;
    }

    /** What an expression answers. */
    sealed interface Answer {
        /** It applies. */
        record Yes() implements Answer {}

        /** It does not. */
        record No() implements Answer {}

        /**
         * It could not be evaluated.
         *
         * @param why a word for it, without anything of the values
         */
        record Failed(String why) implements Answer {}
    }

    /** The answer for these variables. */
    Answer ask(Map<String, Object> variables) {
        try {
            Object answer = program.eval(variables);
            if (answer instanceof Boolean yes) {
                return yes ? new Answer.Yes() : new Answer.No();
            }
            return new Answer.Failed("no_boolean");
        } catch (CelEvaluationException e) {
            return new Answer.Failed(e.getErrorCode().name().toLowerCase(Locale.ROOT));
        } catch (RuntimeException e) {
            // What its authors did not think of must deny this call, not stop the stream of calls.
            return new Answer.Failed("internal_error");
        }
    }
}
