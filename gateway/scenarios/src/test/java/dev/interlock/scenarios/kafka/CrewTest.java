package dev.interlock.scenarios.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who runs which tool. */
class CrewTest {
    @Test
    void everyTool_isRunByOneCrewOnly() {
        List<String> tools = new ArrayList<>();
        Arrays.stream(Crew.values()).forEach(crew -> tools.addAll(crew.tools()));
        assertThat(tools).doesNotHaveDuplicates();
    }

    @Test
    void toolsThatKillOrSpeakNonsense_areKeptFromTheOthers() {
        assertThat(Crew.MORTAL.tools()).containsExactlyInAnyOrder("charge-terminal", "debit-terminal");
        assertThat(Crew.FOREIGN.tools()).containsExactly("foreign-search");
    }
}
