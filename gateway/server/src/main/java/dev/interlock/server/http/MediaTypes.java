package dev.interlock.server.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Media types in Accept and Content-Type (RFC 9110, 12.5.1 and 8.3). Who prefers what is not weighed, only what is taken. */
final class MediaTypes {
    private MediaTypes() {}

    /** Whether a request takes a type; one that says nothing takes all. */
    static boolean accepts(Optional<String> accept, String type) {
        return accept.isEmpty()
                || Arrays.stream(accept.get().split(",")).anyMatch(range -> covers(range.strip(), bare(type)));
    }

    private static boolean covers(String range, String type) {
        String bare = bare(range);
        boolean named = bare.equals("*/*")
                || bare.equals(type)
                || bare.endsWith("/*") && type.startsWith(bare.substring(0, bare.length() - 1));
        return named && !range.replace(" ", "").matches("(?i).*;q=0(\\.0*)?");
    }

    /** A type without its parameters. */
    static String bare(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
