package dev.interlock.chaos.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a seed decides about what agents play. */
class PlotTest {
    private static final int MANY = 60;

    @Test
    void sameSeed_makesTheSame_andAnotherDoesNot() {
        assertThat(plots(7)).isEqualTo(plots(7)).isNotEqualTo(plots(8));
    }

    @Test
    void everyKind_isAmongAFewNeighbours() {
        assertThat(plots(7).subList(0, Plot.KINDS))
                .hasAtLeastOneElementOfType(Plot.Alone.class)
                .hasAtLeastOneElementOfType(Plot.Chain.class)
                .hasAtLeastOneElementOfType(Plot.Shared.class)
                .hasAtLeastOneElementOfType(Plot.Resumed.class);
    }

    @Test
    void chains_areDrawnThatAreDeeperAndWiderThanTheyMayBe() {
        assertThat(chains()).anySatisfy(chain -> assertThat(chain.levels()).hasSizeGreaterThan(3));
        assertThat(chains())
                .anySatisfy(chain -> assertThat(
                                chain.levels().stream().mapToInt(List::size).sum())
                        .isGreaterThan(6));
    }

    private static List<Plot.Chain> chains() {
        return plots(7).stream()
                .filter(Plot.Chain.class::isInstance)
                .map(Plot.Chain.class::cast)
                .toList();
    }

    private static List<Plot> plots(long seed) {
        return IntStream.range(0, MANY)
                .mapToObj(number -> Plot.of(seed, number))
                .toList();
    }
}
