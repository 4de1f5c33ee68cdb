package dev.interlock.server.wire;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place in a trace that a proposal names: a {@code traceparent} of W3C Trace Context. One that is malformed is none, as
 * that recommendation says; it is no fault of the proposal.
 *
 * @param text as it was written, and as it is passed on
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param flags two hexadecimal digits
 */
public record TraceContext(String text, String traceId, String spanId, String flags) {
    /** What a later version may append is passed on unread. */
    private static final Pattern FORM = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[!-~]{0,200})?");

    /** The context of a header or field; empty when there is none that can be read. */
    public static Optional<TraceContext> read(String traceparent) {
        if (traceparent == null) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(traceparent);
        boolean reads = matcher.matches() && (matcher.group(4) == null || !traceparent.startsWith("00"));
        return reads
                ? Optional.of(new TraceContext(traceparent, matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }
}
