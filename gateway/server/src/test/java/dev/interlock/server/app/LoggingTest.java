package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.server.config.LogSettings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** How a line looks, in a place of its own beside the log of the tests. */
class LoggingTest {
    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void begin() {
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern("%msg%replace( %mdc){'^ $', ''}%n");
        text.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(text);
        appender.setOutputStream(written);
        appender.start();
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    }

    @Test
    void asText_aLineHasItsIdsBehindTheMessage_andNothingWhereThereAreNone() {
        Logging.configure(new LogSettings(false, true), context);
        decide();
        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("""
            decide-run denied same_call run_id=run-1
            ended
            """);
    }

    @Test
    void asJson_aLineIsAnObjectWithItsIds_whateverStandsInThem() throws Exception {
        Logging.configure(new LogSettings(true, true), context);
        context.getMDCAdapter().put("proposal_id", "p\n\"1\"");
        decide();
        JsonNode line = new JsonMapper()
                .readTree(written.toString(StandardCharsets.UTF_8).split("\n")[0]);
        assertThat(line.get("level").textValue()).isEqualTo("DEBUG");
        assertThat(line.get("loggerName").textValue()).isEqualTo(Logging.DECISIONS);
        assertThat(line.get("formattedMessage").textValue()).isEqualTo("decide-run denied same_call");
        assertThat(line.at("/mdc/run_id").textValue()).isEqualTo("run-1");
        assertThat(line.at("/mdc/proposal_id").textValue()).isEqualTo("p\n\"1\"");
        assertThat(line.get("timestamp").isIntegralNumber()).isTrue();
    }

    @Test
    void decisions_areOnlyLoggedWhereTheyAreAskedFor() {
        Logging.configure(new LogSettings(false, false), context);
        decide();
        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("ended\n");
    }

    private void decide() {
        context.getMDCAdapter().put("run_id", "run-1");
        context.getLogger(Logging.DECISIONS).debug("decide-run {} {}", "denied", "same_call");
        context.getMDCAdapter().clear();
        context.getLogger("dev.interlock.server.app").info("ended");
    }
}
