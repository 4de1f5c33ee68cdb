package dev.interlock.server.runtime.webhook;

import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where a runtime is asked. Only the configuration says it, never a record: nobody who writes to a topic chooses whom the
 * gateway calls.
 *
 * @param uri an address with https, or with http on this machine where that is allowed
 */
record Target(URI uri) {
    private static final String LOOPBACK = "localhost|127(\\.\\d{1,3}){3}|\\[::1]";

    static Target read(Fields fields) {
        String field = fields.path("url");
        String text = fields.requiredText("url");
        boolean loopback = fields.flag("allow_http_on_loopback", false);
        URI uri = parse(field, text);
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new ConfigurationException(
                    field, "must have a host, and neither user nor fragment", "another address");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean local = scheme.equals("http") && uri.getHost().matches(LOOPBACK);
        if (!scheme.equals("https") && !(local && loopback)) {
            throw new ConfigurationException(
                    field,
                    "must be https, or http to this machine with allow_http_on_loopback",
                    scheme + "://" + uri.getHost());
        }
        return new Target(uri);
    }

    /** The address itself is not shown: it may hold a token. */
    private static URI parse(String field, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new ConfigurationException(field, "must be an address", e.getReason() + " at " + e.getIndex());
        }
    }
}
