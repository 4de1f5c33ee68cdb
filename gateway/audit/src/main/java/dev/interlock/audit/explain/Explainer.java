package dev.interlock.audit.explain;

import dev.interlock.audit.replay.Journal;
import dev.interlock.audit.replay.KeptPolicies;
import dev.interlock.audit.source.Source;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunEffect;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.Keys;
import dev.interlock.server.replay.Replay;
import dev.interlock.server.replay.Replayed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Tells what happened to a run or an operation, from the topics alone. */
public final class Explainer {
    private static final String REQUEST = "request";
    private static final String ANSWER = "answer";

    private final Journal journal;
    private final KeptPolicies policies;
    private final Commands commands;

    /** What a source tells. */
    public Explainer(Source source) {
        this.journal = new Journal(source);
        this.policies = KeptPolicies.of(source);
        this.commands = new Commands(source);
    }

    /** A run with what its operations did because of it; empty where the journal has none of that id. */
    public Optional<Timeline> run(String runId) {
        List<Replayed> own = replayed(Keys.runChain(runId));
        if (own.isEmpty()) {
            return Optional.empty();
        }
        List<List<Step>> chains = new ArrayList<>(List.of(steps(own, step -> true)));
        for (String operation : keys(own, REQUEST)) {
            chains.add(steps(replayed(Keys.operationChain(operation)), step -> concerns(step, runId)));
        }
        return Optional.of(new Timeline("run " + runId, named(own), Woven.of(chains), end(own)));
    }

    /** An operation with what runs did about it; empty where the journal has none of that id. */
    public Optional<Timeline> operation(String operationId) {
        List<Replayed> own = replayed(Keys.operationChain(operationId));
        if (own.isEmpty()) {
            return Optional.empty();
        }
        List<List<Step>> chains = new ArrayList<>(List.of(steps(own, step -> true)));
        for (String run : keys(own, ANSWER)) {
            chains.add(steps(replayed(Keys.runChain(run)), step -> names(step, operationId)));
        }
        return Optional.of(new Timeline("operation " + operationId, named(own), Woven.of(chains), Optional.empty()));
    }

    private List<Replayed> replayed(String chain) {
        Replay replay = new Replay(policies::find);
        List<Replayed> all = new ArrayList<>();
        journal.read(chain, recorded -> all.add(replay.take(recorded)), replay::start);
        return all;
    }

    private List<Step> steps(List<Replayed> chain, Predicate<Step> wanted) {
        return chain.stream()
                .map(Telling::step)
                .map(commands::add)
                .filter(wanted)
                .toList();
    }

    private static Set<String> keys(List<Replayed> chain, String kind) {
        Set<String> keys = new LinkedHashSet<>();
        for (Replayed one : chain) {
            for (JournalEffect effect : one.recorded().entry().effects()) {
                if (kind.equals(effect.kind())) {
                    keys.add(effect.key());
                }
            }
        }
        return keys;
    }

    /** Whether an entry of an operation is about this run, or about nobody else. */
    private static boolean concerns(Step step, String runId) {
        String run = step.facts().get("run");
        return run == null || run.equals(runId);
    }

    private static boolean names(Step step, String operationId) {
        return operationId.equals(step.facts().get("operation"))
                || step.recorded().entry().effects().stream()
                        .anyMatch(effect -> REQUEST.equals(effect.kind()) && operationId.equals(effect.key()));
    }

    private List<String> named(List<Replayed> chain) {
        Map<String, String> names = new LinkedHashMap<>();
        chain.stream()
                .map(one -> one.recorded().entry().policyHash())
                .filter(hash -> !hash.isEmpty())
                .forEach(hash -> names.computeIfAbsent(
                        hash,
                        missing -> policies.find(missing)
                                        .map(policy -> policy.policy().name())
                                        .orElse("unknown")
                                + " " + missing));
        return List.copyOf(names.values());
    }

    private static Optional<Outcome> end(List<Replayed> chain) {
        return chain.stream()
                .filter(Replayed.OfRun.class::isInstance)
                .flatMap(one -> ((Replayed.OfRun) one).decision().effects().stream())
                .filter(RunEffect.Publish.class::isInstance)
                .map(effect -> ((RunEffect.Publish) effect).outcome())
                .filter(outcome -> outcome.type() == Outcome.Type.TERMINAL)
                .findFirst();
    }
}
