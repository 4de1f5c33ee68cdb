package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Test
    void aTraceparent_namesTraceAndSpan() {
        String text = "00-" + TRACE + "-" + SPAN + "-01";
        assertThat(TraceContext.read(text)).contains(new TraceContext(text, TRACE, SPAN, "01"));
    }

    @Test
    void aLaterVersion_mayAppendSomething() {
        assertThat(TraceContext.read("01-" + TRACE + "-" + SPAN + "-01-more")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n"
            })
    void whatIsMalformed_isNone(String text) {
        assertThat(TraceContext.read(text)).isEmpty();
    }

    @Test
    void thereMayBeNone() {
        assertThat(TraceContext.read(null)).isEmpty();
    }
}
