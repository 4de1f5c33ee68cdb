package dev.interlock.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Played;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Verdict;
import dev.interlock.schemas.Topics;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a seed decides, and what makes a run of chaos a bad one although the topics keep every promise. */
class ScheduleTest {
    private static final int MANY = 200;

    @Test
    void sameSeed_dealsTheSame_andAnotherDoesNot() {
        assertThat(dealt(7)).isEqualTo(dealt(7)).isNotEqualTo(dealt(8));
        assertThat(dealt(7)).extracting(Schedule.Deal::card).containsAll(EnumSet.allOf(Card.class));
    }

    @Test
    void hang_isAViolation() {
        assertThat(report(Optional.of(3), List.of(), OptionalLong.of(5)).isClean())
                .isTrue();
        assertThat(List.of(
                        report(Optional.empty(), List.of(), OptionalLong.of(5)),
                        report(Optional.of(3), List.of("run-1"), OptionalLong.of(5)),
                        report(Optional.of(3), List.of(), OptionalLong.empty())))
                .allSatisfy(report ->
                        assertThat(report).returns(false, ChaosReport::isClean).returns(1, ChaosReport::violations));
    }

    private static List<Schedule.Deal> dealt(long seed) {
        return Stream.generate(new Schedule(seed)::next).limit(MANY).toList();
    }

    private static ChaosReport report(Optional<Integer> runs, List<String> unended, OptionalLong stopInForceMs) {
        Recording nothing = new Recording(Topics.withPrefix("none."), List.of());
        return new ChaosReport(
                1,
                Verdict.of(nothing, new Effects(Map.of(), 0)),
                new ChaosReport.Disturbed(0, 0, 0, 0),
                runs,
                unended,
                0,
                Map.of(),
                Played.of(nothing),
                0,
                stopInForceMs);
    }
}
