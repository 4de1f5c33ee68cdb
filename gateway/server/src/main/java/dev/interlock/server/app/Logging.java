package dev.interlock.server.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import dev.interlock.server.config.LogSettings;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the process log as its configuration says, whichever file logging began with. */
final class Logging {
    /** The logger that tells each decision. */
    static final String DECISIONS = "dev.interlock.decisions";

    private Logging() {}

    static void configure(LogSettings settings) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            configure(settings, context);
        }
    }

    static void configure(LogSettings settings, LoggerContext context) {
        context.getLogger(DECISIONS).setLevel(settings.decisions() ? Level.DEBUG : Level.INFO);
        if (settings.json()) {
            appenders(context).forEach(appender -> appender.setEncoder(encoder(context)));
        }
    }

    private static List<OutputStreamAppender<ILoggingEvent>> appenders(LoggerContext context) {
        List<OutputStreamAppender<ILoggingEvent>> found = new ArrayList<>();
        for (var all = context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders(); all.hasNext(); ) {
            Appender<ILoggingEvent> appender = all.next();
            if (appender instanceof OutputStreamAppender<ILoggingEvent> writing) {
                found.add(writing);
            }
        }
        return found;
    }

    /** A line for each event. What a message is made of is left out: only the message was made to be read. */
    static JsonEncoder encoder(LoggerContext context) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithArguments(false);
        encoder.setWithMessage(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        return encoder;
    }
}
