package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyListCommandTest {
    @Test
    void whatIsInForce_isToldForWhomSinceWhenAndByWhom_thePatternsFirst() {
        assertThat(PolicyListCommand.lines(List.of(
                        inForce(new Scope("all", null), "wide", "h1"),
                        inForce(new Scope("agent", "support-*"), "tight", "h2"))))
                .containsExactly(
                        "agents support-*  tight  policy h2  since 1970-01-01T00:00:01Z  by ann: fewer calls",
                        "all others  wide  policy h1  since 1970-01-01T00:00:01Z  by ann: fewer calls");
    }

    @Test
    void whereNothingWasPublished_theConfigurationIsSaidToDecide() {
        assertThat(PolicyListCommand.lines(List.of()))
                .containsExactly("nothing was published: the gateways' configuration decides for all agents");
    }

    private static LedgerPolicy inForce(Scope scope, String name, String hash) {
        Json policy = Json.parse("{\"name\":\"" + name + "\"}");
        return new LedgerPolicy(hash, policy, "c", "ann", "fewer calls", scope, 1_000);
    }
}
