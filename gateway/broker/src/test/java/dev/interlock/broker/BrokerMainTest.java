package dev.interlock.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerMainTest {
    @Test
    void parse_takesTheOptionsInAnyOrder() {
        assertThat(BrokerMain.parse("--data", "some where", "--controller-port", "9093", "--port", "9092"))
                .isEqualTo(new BrokerSettings(9092, 9093, Path.of("some where")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --port 9092                                         | Expected --port PORT
        --port 9092 --port 9093 --data d                    | Expected --port PORT
        --port 9092 --controller-port 9093 --data d --more  | Expected --port PORT
        --port x --controller-port 9093 --data d            | --port must be a number, was x
        --port 0 --controller-port 9093 --data d            | port must be 1 to 65535, was 0
        --port 9092 --controller-port 65536 --data d        | controllerPort must be 1 to 65535, was 65536
        --port 9092 --controller-port 9092 --data d         | controllerPort must differ from port, both are 9092
        """)
    void parse_ofAWrongLine_saysWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> BrokerMain.parse(line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
