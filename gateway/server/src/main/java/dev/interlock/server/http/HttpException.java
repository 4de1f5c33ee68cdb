package dev.interlock.server.http;

import dev.interlock.server.config.HttpSettings;
import java.io.IOException;

/** The gateway cannot listen where, or know who asks as, it is configured to. */
public final class HttpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private HttpException(String message, Throwable cause) {
        super(message, cause);
    }

    static HttpException of(IllegalArgumentException access) {
        return new HttpException("http.access: " + access.getMessage(), access);
    }

    static HttpException of(HttpSettings settings, IOException cause) {
        return new HttpException(
                "http.host, http.port: cannot listen at " + settings.host() + ":" + settings.port() + ": "
                        + (cause.getCause() == null ? cause : cause.getCause()).getMessage(),
                cause);
    }
}
