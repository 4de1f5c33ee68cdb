package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    @Test
    void ledgerKeysAndChains_areAsTheContractNamesThem() {
        assertThat(Keys.ledgerOperation("o")).isEqualTo("op:o");
        assertThat(Keys.ledgerStop(new Scope("run", "r"))).isEqualTo("stop:run:r");
        assertThat(Keys.ledgerStop(new Scope("all", null))).isEqualTo("stop:all:");
        assertThat(Keys.ledgerPolicy("h")).isEqualTo("policy:h");
        assertThat(Keys.ledgerPublication(new Scope("agent", "support-*"))).isEqualTo("publication:agent:support-*");
        assertThat(Keys.ledgerPublication(new Scope("all", null))).isEqualTo("publication:all:");
        assertThat(Keys.runChain("r")).isEqualTo("run:r");
        assertThat(Keys.operationChain("o")).isEqualTo("op:o");
        assertThat(Keys.partitionChain("run", 3)).isEqualTo("part:run:3");
    }

    @Test
    void commandsAboutOneThing_shareAKey_andOnlyThatOfAStopOrLiftSaysStop() {
        ControlBuilder control = ControlBuilder.builder().controlId("c").by("b").reason("r");
        ControlBuilder flag = control.scope(new Scope("tool", "t"));
        assertThat(Keys.ofControl(flag.type("stop").build())).isEqualTo("stop:tool:t");
        assertThat(Keys.ofControl(flag.type("lift").build())).isEqualTo("stop:tool:t");
        assertThat(Keys.ofControl(flag.type("alive").build())).isEqualTo("c");
        assertThat(Keys.ofControl(flag.type("publish_policy").build())).isEqualTo(Keys.PUBLICATIONS);
        assertThat(Keys.ofControl(control.type("approve").runId("run-1").build()))
                .isEqualTo("run-1");
        assertThat(Keys.ofControl(
                        control.type("resolve").runId(null).operationId("op-1").build()))
                .isEqualTo("op-1");
    }

    @ParameterizedTest
    @CsvSource({
        "stop:run:r, run, r",
        "stop:run:a:b, run, a:b",
        "stop:tool:t, tool, t",
        "stop:model:, model,",
        "stop:model, model,",
        "stop:model:m, model, m",
        "stop:all:, all,",
        "stop:all, all,",
        "stop:all:x, all,"
    })
    void aKeyThatSaysStop_namesItsScope(String key, String kind, String id) {
        assertThat(Keys.stopOfKey(key)).contains(new Scope(kind, id));
        assertThat(Keys.stopOfHeader(key.substring("stop:".length()))).contains(new Scope(kind, id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "stop", "stop:", "stop:run", "stop:run:", "stop:planet:x", "STOP:all", "lift:all:", "run-7"})
    void anyOtherKey_stopsNothing(String key) {
        assertThat(Keys.stopOfKey(key)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "agent", "tool", "chain", "model"})
    void anIdThatNothingCanHave_stopsNothing(String kind) {
        String longest = "😀".repeat(Limits.ID_LENGTH);
        assertThat(Keys.stopOfKey("stop:" + kind + ":" + longest)).contains(new Scope(kind, longest));
        assertThat(Keys.stopOfKey("stop:" + kind + ":" + longest + "x")).isEmpty();
        assertThat(Keys.stopOfHeader(kind + ":\ud83d")).isEmpty();
    }

    @Test
    void theLongestKeyThatSaysStop_makesACommandThatCanBeRouted() {
        Scope scope =
                Keys.stopOfKey("stop:run:" + "\u0001".repeat(Limits.ID_LENGTH)).orElseThrow();
        Control command = ControlBuilder.builder()
                .type(Symbols.ControlType.STOP)
                .controlId("c")
                .by("b")
                .reason("r")
                .scope(scope)
                .build();
        RecordCodec<Control> codec = RecordCodec.of(Control.class);
        assertThat(codec.decode(codec.encode(command, Format.JSON)).record()).isEqualTo(command);
    }

    @Test
    void theLedgerKeyOfAStop_stopsItsScope() {
        for (Scope scope : new Scope[] {new Scope("run", "r"), new Scope("model", null), new Scope("all", null)}) {
            assertThat(Keys.stopOfKey(Keys.ledgerStop(scope))).contains(scope);
        }
    }
}
