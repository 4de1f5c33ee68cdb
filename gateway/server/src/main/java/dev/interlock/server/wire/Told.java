package dev.interlock.server.wire;

import dev.interlock.core.fact.Fault;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.RuleResult;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Optional;

/**
 * What a policy said of an input outside the core. What the core has to know of it stands among its facts; the rest is for
 * whoever reads the journal.
 *
 * @param rules the rules that applied to a call, in their order
 * @param args the call's arguments as text, without the sensitive ones; only where its contract says what is sensitive
 * @param argsDigest their digest in place of them where they are longer than {@value #LONGEST_ARGS} bytes
 * @param unmet why a result's value is not what was promised
 */
public record Told(List<RuleResult> rules, Optional<String> args, Optional<String> argsDigest, Optional<Fault> unmet) {
    /** The longest arguments that are journaled, in bytes: entries are kept for long. */
    static final int LONGEST_ARGS = 4 * 1024;

    public Told {
        rules = List.copyOf(rules);
    }

    /** What was said of a call; empty where that is nothing. */
    public static Optional<Told> of(CallFacts facts) {
        return of(facts, facts.journaled());
    }

    /** The same of a call whose arguments the journal has already. */
    public static Optional<Told> again(CallFacts facts) {
        return of(facts, Optional.empty());
    }

    private static Optional<Told> of(CallFacts facts, Optional<Json> shown) {
        boolean tooLong = shown.filter(json -> json.size() > LONGEST_ARGS).isPresent();
        Optional<String> args = shown.filter(json -> !tooLong).map(Json::canonical);
        Optional<String> digest = shown.filter(json -> tooLong).map(Json::digest);
        return facts.rules().isEmpty() && shown.isEmpty()
                ? Optional.empty()
                : Optional.of(new Told(facts.rules(), args, digest, Optional.empty()));
    }

    /** What was said of a result. */
    public static Told of(Fault unmet) {
        return new Told(List.of(), Optional.empty(), Optional.empty(), Optional.of(unmet));
    }
}
