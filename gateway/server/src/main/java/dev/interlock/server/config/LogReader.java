package dev.interlock.server.config;

/** Reads how the process logs: as text and without decisions where nothing is said. */
final class LogReader {
    private static final String TEXT = "text";
    private static final String JSON = "json";

    private LogReader() {}

    static LogSettings read(Fields root) {
        Fields log = root.object("log");
        String format = log.text("format").orElse(TEXT);
        if (!format.equals(TEXT) && !format.equals(JSON)) {
            throw new ConfigurationException(log.path("format"), "must be text or json", format);
        }
        LogSettings settings = new LogSettings(format.equals(JSON), log.flag("decisions", false));
        log.end();
        return settings;
    }
}
