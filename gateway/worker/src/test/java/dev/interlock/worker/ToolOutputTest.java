package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolOutputTest {
    @ParameterizedTest
    @ValueSource(strings = {"timeout", "not_executed", "executor_exception", "interlocked"})
    void naturalCode_isTheToolsToUse(String code) {
        assertThat(ToolOutput.retryable(code, "took too long").error().code()).isEqualTo(code);
    }

    @Test
    void codeOfTheLibrary_isRefused() {
        assertThatThrownBy(() -> ToolOutput.retryable("interlock.timeout", "took too long"))
                .hasMessage("error.code must not begin with interlock., was interlock.timeout");
    }
}
