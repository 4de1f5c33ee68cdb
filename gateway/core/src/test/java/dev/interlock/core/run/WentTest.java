package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How the calls of each tool went: what rules about the order of calls are told. */
class WentTest {
    @Test
    void whatWasUnknown_movesOnceItIsFoundOut() {
        Tallies unknown = Tallies.NONE.ended(new RunChange.CallEnded("pay", Went.How.UNKNOWN, false));
        assertThat(unknown.went().get("pay")).isEqualTo(new Went(0, 0, 1, Went.How.UNKNOWN));
        Tallies found = unknown.ended(new RunChange.CallEnded("pay", Went.How.SUCCEEDED, true));
        assertThat(found.went().get("pay")).isEqualTo(new Went(1, 0, 0, Went.How.SUCCEEDED));
    }

    @Test
    void aToolTooMany_isAsOneNeverCalled_andTheOthersGoOn() {
        Tallies full = Tallies.NONE;
        for (int i = 0; i <= Tallies.MOST_TOOLS; i++) {
            full = full.ended(new RunChange.CallEnded("t" + i, Went.How.FAILED, false));
        }
        assertThat(full.went()).hasSize(Tallies.MOST_TOOLS).doesNotContainKey("t" + Tallies.MOST_TOOLS);
        full = full.ended(new RunChange.CallEnded("t0", Went.How.SUCCEEDED, false));
        assertThat(full.went().get("t0")).isEqualTo(new Went(1, 1, 0, Went.How.SUCCEEDED));
    }

    @Test
    void neitherProgressNorTheRunsEnd_clearsIt() {
        Tallies went = Tallies.NONE.ended(new RunChange.CallEnded("check", Went.How.SUCCEEDED, false));
        History history = History.EMPTY.tallies(none -> went);
        assertThat(history.clearCalls().tallies().went()).isEqualTo(went.went());
        assertThat(history.ended(java.util.List.of()).tallies().went()).isEqualTo(went.went());
    }
}
