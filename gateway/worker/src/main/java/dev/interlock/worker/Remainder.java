package dev.interlock.worker;

import dev.interlock.schemas.CallError;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Symbols.ErrorClass;

/** What goes out of a result that cannot go out whole: status, effect and evidence, and an error that says so. */
final class Remainder {
    /** Error code of a result of which something was left out. */
    static final String INCOMPLETE = Reports.OWN + "incomplete_result";

    private Remainder() {}

    /**
     * The rest of a result.
     *
     * @param broken the rule of the wire contract that the whole breaks
     */
    static Result of(Result whole, InvalidRecordException broken) {
        ResultBuilder rest = ResultBuilder.builder(whole)
                .retryAfterMs(null)
                .adapterAttempts(null)
                .costMicros(null)
                .error(new CallError(errorClass(whole), code(whole.error()), message(broken), null, null, null));
        Json value = whole.value();
        return (value == null ? rest : rest.value(null).valueTruncated(true).valueDigest(value.digest())).build();
    }

    /** What the library itself has seen stays known: the gateway decides on it. */
    private static String code(CallError error) {
        boolean own = error != null && error.code() != null && error.code().startsWith(Reports.OWN);
        return own ? error.code() : INCOMPLETE;
    }

    private static String errorClass(Result whole) {
        return ToolStatus.RETRYABLE.code().equals(whole.status()) ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT;
    }

    /** It does not quote what breaks the rule, which may be a secret. */
    private static String message(InvalidRecordException broken) {
        String subject = broken.field().isEmpty() ? "the record" : broken.field();
        return "Value, error, wait, attempts and cost were left out: " + subject + " broke the rule "
                + broken.rule().symbol();
    }
}
