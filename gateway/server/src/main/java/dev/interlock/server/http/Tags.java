package dev.interlock.server.http;

import java.util.Arrays;

/** Entity tags (RFC 9110, 8.8.3) in If-Match and If-None-Match. */
public final class Tags {
    private static final String WEAK = "W/";

    private Tags() {}

    /**
     * Whether a list of tags names one. A proxy may have made a strong one weak; it still names the same version.
     *
     * @param list the header as it came; a star names every tag
     * @param tag with its quotes
     */
    public static boolean match(String list, String tag) {
        return list.strip().equals("*")
                || Arrays.stream(list.split(","))
                        .map(String::strip)
                        .map(named -> named.startsWith(WEAK) ? named.substring(WEAK.length()) : named)
                        .anyMatch(tag::equals);
    }
}
