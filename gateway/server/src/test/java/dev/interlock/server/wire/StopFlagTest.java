package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Scope;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class StopFlagTest {
    private Optional<StopFlag> flag = Optional.empty();

    @Test
    void aStopThatIsSentAgainWhileInForce_changesNothing() {
        assertThat(obeys("stop", "s1")).isTrue();
        assertThat(obeys("stop", "s1")).isFalse();
        assertThat(flag).get().extracting(StopFlag::version).isEqualTo(1L);
    }

    @Test
    void aLiftThatIsSentAgain_doesNotLiftALaterStop() {
        obeys("stop", "s1");
        assertThat(obeys("lift", "l1")).isTrue();
        obeys("stop", "s2");
        assertThat(obeys("lift", "l1")).isFalse();
        assertThat(flag).get().extracting(StopFlag::inForce).isEqualTo(true);
        assertThat(obeys("lift", "l2")).isTrue();
    }

    @Test
    void aStopIsObeyedAgainAfterItWasLifted_becauseStoppingIsTheSafeSide() {
        obeys("stop", "emergency");
        obeys("lift", "l1");
        assertThat(obeys("stop", "emergency")).isTrue();
        assertThat(flag).get().extracting(StopFlag::inForce).isEqualTo(true);
    }

    @Test
    void onlyTheLastLiftsOfAScopeAreRemembered_soThatTheFlagStaysSmall() {
        for (int i = 0; i < 100; i++) {
            obeys("stop", "s" + i);
            obeys("lift", "l" + i);
        }
        assertThat(flag).get().satisfies(last -> {
            assertThat(last.lifts())
                    .hasSize(StopFlag.MOST_LIFTS)
                    .endsWith("l99")
                    .doesNotContain("l83");
            assertThat(StopFlag.read(last.bytes())).isEqualTo(last);
        });
    }

    @Test
    void twoScopesStoppedByOneCommandId_areSweptApart() {
        Stop one = new Stop(StopScope.AGENT, "a:1", "same:id");
        Stop other = new Stop(StopScope.AGENT, "a", "1:same:id");
        assertThat(StopName.of(one)).isNotEqualTo(StopName.of(other));
        assertThat(StopName.read(StopName.of(one))).contains(one);
        assertThat(StopName.read(StopName.of(other))).contains(other);
        Stop all = new Stop(StopScope.ALL, "", "c");
        assertThat(StopName.read(StopName.of(all))).contains(all);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"all", "all:0", "all:0:", "all:1:c", "tool:x:pay:c", "tool:9:pay:c", "moon:0::c"})
    void aTextThatNamesNoStop_isRefused(String name) {
        assertThat(StopName.read(name)).isEmpty();
    }

    private boolean obeys(String type, String controlId) {
        Control control = ControlBuilder.builder()
                .type(type)
                .controlId(controlId)
                .by("ann")
                .reason("test")
                .scope(new Scope("agent", "agent-1"))
                .build();
        Stop stop = new Stop(StopScope.AGENT, "agent-1", controlId);
        Optional<StopFlag> after = StopFlag.after(
                flag, new Command.Flag(control, stop, type.equals("lift"), new Position("control", 0, 0L)));
        flag = after.or(() -> flag);
        return after.isPresent();
    }
}
