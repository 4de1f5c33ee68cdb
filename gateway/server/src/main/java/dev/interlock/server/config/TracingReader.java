package dev.interlock.server.config;

import dev.interlock.server.wire.Shown;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** Reads where spans are sent. Off unless it is named. */
final class TracingReader {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private TracingReader() {}

    static Optional<TracingSettings> read(Fields root) {
        if (!root.has("tracing")) {
            return Optional.empty();
        }
        Fields tracing = root.object("tracing");
        String text = tracing.requiredText("otlp");
        tracing.end();
        return Optional.of(new TracingSettings(uri(tracing.path("otlp"), text)));
    }

    private static URI uri(String path, String text) {
        try {
            URI uri = URI.create(text);
            boolean usable = SCHEMES.contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null;
            if (usable) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(path + ": must be a URL: " + Shown.hidden(e.getMessage()), e);
        }
        throw new ConfigurationException(path, "must be an http or https URL without a password", Shown.hidden(text));
    }
}
