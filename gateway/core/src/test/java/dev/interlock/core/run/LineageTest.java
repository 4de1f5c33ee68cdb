package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineageTest {

    @Test
    void stopOfARun_isOfWhatEveryRunBeforeItLeftOpen_andOfNoOther() {
        Stop stop = new Stop(StopScope.RUN, "r~10", "stop-1");
        assertThat(List.of("r", "r~1", "r~9")).allMatch(run -> Lineage.isLeftTo(stop, run));
        assertThat(List.of("r~10", "r~11", "q", "q~1", "r~", "r~x", "rr"))
                .noneMatch(run -> Lineage.isLeftTo(stop, run));
    }

    @Test
    void stopOfARunThatWasNotResumed_orOfAnythingElse_isOfNoRunBefore() {
        assertThat(Lineage.isLeftTo(new Stop(StopScope.RUN, "r", "stop-1"), "r"))
                .isFalse();
        assertThat(Lineage.isLeftTo(new Stop(StopScope.AGENT, "r~1", "stop-1"), "r"))
                .isFalse();
    }
}
