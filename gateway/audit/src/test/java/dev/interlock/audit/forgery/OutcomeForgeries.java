package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.ENDED_AGAIN;
import static dev.interlock.audit.witness.Fault.INVENTED;
import static dev.interlock.audit.witness.Fault.KEPT;
import static dev.interlock.audit.witness.Fault.MISSING;
import static dev.interlock.audit.witness.Fault.OVERDRAWN;
import static dev.interlock.audit.witness.Fault.OVERSPENT;
import static dev.interlock.audit.witness.Fault.RULELESS;
import static dev.interlock.audit.witness.Fault.TOLD_OTHERWISE;
import static dev.interlock.audit.witness.Fault.UNPERMITTED;
import static dev.interlock.audit.witness.Fault.UNREADABLE;
import static dev.interlock.audit.witness.Fault.UNWRITTEN;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.CountersBuilder;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to what the stages write, and to the ends and budgets of runs. */
final class OutcomeForgeries {
    private static final Map<String, UnaryOperator<Counters>> ONE_MORE = new TreeMap<>(Map.of(
            "turn", of -> CountersBuilder.builder(of).turns(of.turns() + 1).build(),
            "call", of -> CountersBuilder.builder(of).calls(of.calls() + 1).build(),
            "model call",
                    of -> CountersBuilder.builder(of)
                            .modelCalls(of.modelCalls() + 1)
                            .build(),
            "retry", of -> CountersBuilder.builder(of).retries(of.retries() + 1).build(),
            "handoff",
                    of -> CountersBuilder.builder(of)
                            .handoffs(of.handoffs() + 1)
                            .build(),
            "denial",
                    of -> CountersBuilder.builder(of).denials(of.denials() + 1).build()));

    private static final Map<String, UnaryOperator<Counters>> ONE_LESS = new TreeMap<>(Map.of(
            "turn", of -> CountersBuilder.builder(of).turns(of.turns() - 1).build(),
            "call", of -> CountersBuilder.builder(of).calls(of.calls() - 1).build(),
            "model call",
                    of -> CountersBuilder.builder(of)
                            .modelCalls(of.modelCalls() - 1)
                            .build(),
            "retry", of -> CountersBuilder.builder(of).retries(of.retries() - 1).build(),
            "handoff",
                    of -> CountersBuilder.builder(of)
                            .handoffs(of.handoffs() - 1)
                            .build(),
            "denial",
                    of -> CountersBuilder.builder(of).denials(of.denials() - 1).build()));

    private OutcomeForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(ofRecords(), ofEnds(), ofBudgets()).flatMap(forgeries -> forgeries);
    }

    private static Stream<Forgery> ofRecords() {
        return Stream.of(
                lost("dispatch of a read", Topics::dispatches, MISSING, UNPERMITTED),
                lost("dispatch of a write", Topics::operationDispatches, MISSING, UNPERMITTED),
                lost("outcome", Topics::outcomes, MISSING),
                lost("request", Topics::stageRequests, MISSING, INVENTED),
                Forgery.of("the answer is lost", it -> it.drop(answer(it)), MISSING, INVENTED),
                Forgery.of("an outcome cannot be read", OutcomeForgeries::garble, MISSING, UNREADABLE, UNWRITTEN),
                Forgery.of("a policy is lost", OutcomeForgeries::dropPolicies, MISSING, RULELESS),
                Forgery.of("an outcome says something else", OutcomeForgeries::overwrite, MISSING, UNWRITTEN),
                Forgery.of("an outcome that no entry wrote", it -> told(it, 1_000), UNWRITTEN));
    }

    private static Stream<Forgery> ofEnds() {
        return Stream.of(
                Forgery.of("a run ends again, otherwise", it -> tellAgain(it, end -> end.reason("other")), ENDED_AGAIN),
                Forgery.of("a run ends again, later", it -> tellAgain(it, end -> end.atMs(1)), ENDED_AGAIN),
                Forgery.of(
                        "the same end is told to another proposal", it -> tellAgain(it, end -> end.proposalId("p9"))));
    }

    private static Stream<Forgery> ofBudgets() {
        Stream<Forgery> used = ONE_MORE.entrySet().stream()
                .map(one -> Forgery.of(
                        "one more " + one.getKey() + " is used",
                        it -> changeEnd(it, end -> end.used(one.getValue().apply(end.used()))),
                        OVERDRAWN,
                        TOLD_OTHERWISE));
        Stream<Forgery> kept = ONE_LESS.entrySet().stream()
                .map(one -> Forgery.of(
                        "one " + one.getKey() + " less is left",
                        it -> changeEnd(it, end -> end.remaining(one.getValue().apply(end.remaining()))),
                        KEPT,
                        TOLD_OTHERWISE));
        Stream<Forgery> overspent = Stream.of("turn", "call", "model call", "handoff")
                .map(name -> Forgery.of(
                        "all of a ceiling is used, and one more " + name,
                        it -> changeEnd(it, end -> overspend(end, ONE_MORE.get(name), ONE_LESS.get(name))),
                        OVERSPENT,
                        TOLD_OTHERWISE));
        return Stream.of(used, kept, overspent).flatMap(forgeries -> forgeries);
    }

    /** As many more used as it takes until less than nothing is left; the sum is right. */
    private static OutcomeBuilder overspend(
            OutcomeBuilder end, UnaryOperator<Counters> more, UnaryOperator<Counters> less) {
        Counters used = end.used();
        Counters left = end.remaining();
        while (Stream.of(left.turns(), left.calls(), left.modelCalls(), left.handoffs())
                .allMatch(each -> each >= 0)) {
            used = more.apply(used);
            left = less.apply(left);
        }
        return end.used(used).remaining(left);
    }

    private static Forgery lost(String what, Function<Topics, String> topic, Fault... faults) {
        return Forgery.of(
                "the " + what + " is lost",
                it -> it.drop(it.recording().on(topic.apply(it.topics())).getFirst()),
                faults);
    }

    private static Raw ledger(Forger it, String prefix) {
        return it.recording().on(it.topics().ledger()).stream()
                .filter(raw -> raw.keyText().startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    private static Raw answer(Forger it) {
        return it.recording().answers().stream()
                .map(Seen::raw)
                .filter(raw -> raw.keyText().equals(RecordedLife.OPEN))
                .findFirst()
                .orElseThrow();
    }

    /** Each task writes it when it first needs it. */
    private static void dropPolicies(Forger it) {
        String key = ledger(it, "policy:").keyText();
        it.recording().on(it.topics().ledger()).stream()
                .filter(raw -> raw.keyText().equals(key))
                .forEach(it::drop);
    }

    private static void overwrite(Forger it) {
        Seen<Outcome> first = it.recording().outcomes().getFirst();
        it.overwrite(first, OutcomeBuilder.builder(first.record()).atMs(1).build());
    }

    private static void garble(Forger it) {
        it.overwrite(it.recording().outcomes().getFirst().raw(), "{".getBytes(StandardCharsets.UTF_8));
    }

    private static void told(Forger it, long seq) {
        Seen<Outcome> like = it.recording().outcomes().getFirst();
        Outcome invented = OutcomeBuilder.builder(like.record()).seq(seq).build();
        it.add(like.at().topic(), like.at().partition(), like.raw().keyText(), Forger.bytes(invented));
    }

    /** The last entry of the run tells its end once more. */
    private static void tellAgain(Forger it, UnaryOperator<OutcomeBuilder> change) {
        Seen<Outcome> end = end(it);
        Outcome again = change.apply(OutcomeBuilder.builder(end.record())).build();
        it.write(
                it.chain("run:" + again.runId()).getLast(),
                end.at().topic(),
                end.at().partition(),
                end.raw().keyText(),
                Forger.bytes(again));
    }

    private static void changeEnd(Forger it, UnaryOperator<OutcomeBuilder> change) {
        Seen<Outcome> end = end(it);
        it.change(end, change.apply(OutcomeBuilder.builder(end.record())).build());
    }

    /** The end of a run that was told once, with nothing open, and from which none goes on. */
    private static Seen<Outcome> end(Forger it) {
        return it.recording().ends().stream()
                .filter(end -> end.record().inFlight().isEmpty())
                .filter(end -> !end.record().runId().startsWith(RecordedLife.RESUMED))
                .findFirst()
                .orElseThrow();
    }
}
