package dev.interlock.server.replay;

import dev.interlock.core.run.RunInput;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.server.wire.JournalFacts;
import dev.interlock.server.wire.Publishing;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Taken;
import dev.interlock.server.wire.Watch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides the entries of a journal again, in the order of their chains, each on what those before it left. It keeps the
 * latest state of every chain that was not forgotten, and nothing else.
 */
public final class Replay {
    private static final String RUN = "run:";
    private static final String OPERATION = "op:";
    private static final String OUTCOME = "outcome";
    private static final String OPENED = "opened";
    private static final String HEARD = "heard";
    private static final String CLOSED = "closed";

    private final Function<String, Optional<PolicyDocument>> policies;
    private final Map<String, RunChain> runs = new HashMap<>();
    private final Map<String, OperationChain> operations = new HashMap<>();
    private final Map<String, Map<String, Publishing>> publications = new HashMap<>();

    /**
     * A replay of entries.
     *
     * @param policies the policy of a hash; empty where nobody has it any more
     */
    public Replay(Function<String, Optional<PolicyDocument>> policies) {
        this.policies = policies;
    }

    /** Decides the next entry of its chain. */
    public Replayed take(Recorded recorded) {
        try {
            return decide(recorded);
        } catch (InvalidRecordException e) {
            return new Replayed.Missing(recorded, "this version cannot read what it was decided on: " + e.getMessage());
        }
    }

    /**
     * Lets a chain go on from a snapshot, where its entries before that are not there; a chain that was followed up to here
     * goes on as it is.
     */
    public void start(ChainSnapshot snapshot) {
        String chain = snapshot.chain();
        if (chain.startsWith(RUN)) {
            runs.computeIfAbsent(chain, name -> new RunChain(name.substring(RUN.length()), policies))
                    .start(snapshot);
        } else if (chain.startsWith(OPERATION)) {
            operations
                    .computeIfAbsent(chain, name -> new OperationChain(name.substring(OPERATION.length())))
                    .start(snapshot);
        }
    }

    private Replayed decide(Recorded recorded) {
        String chain = recorded.entry().chain();
        if (chain.startsWith(RUN)) {
            RunChain run = runs.computeIfAbsent(chain, name -> new RunChain(name.substring(RUN.length()), policies));
            Replayed replayed = run.take(recorded);
            if (run.isForgotten()) {
                runs.remove(chain);
            }
            return replayed;
        }
        if (chain.startsWith(OPERATION)) {
            OperationChain operation =
                    operations.computeIfAbsent(chain, name -> new OperationChain(name.substring(OPERATION.length())));
            Replayed replayed = operation.take(recorded);
            if (operation.isForgotten()) {
                operations.remove(chain);
            }
            return replayed;
        }
        return ofTask(recorded);
    }

    /** A task's own chain: what concerns all its runs or operations, and what left no run or operation behind. */
    private Replayed ofTask(Recorded recorded) {
        JournalEntry entry = recorded.entry();
        if (JournalFacts.isOfPublication(entry)) {
            return new Replayed.OfTask(recorded, published(recorded));
        }
        if (JournalFacts.isOfWatch(entry)) {
            return new Replayed.OfTask(recorded, watched(entry));
        }
        if (JournalFacts.isOfRun(entry)) {
            return new RunChain(runOf(entry), policies).stateless(recorded);
        }
        if (JournalFacts.isOfOperation(entry)) {
            return new OperationChain("").stateless(recorded);
        }
        return new Replayed.Noted(recorded);
    }

    /** The run of what left none behind: its answer is keyed by it, and what is not answered is about none. */
    private static String runOf(JournalEntry entry) {
        return JournalFacts.ofRun(entry).input() instanceof RunInput.CarriedOver carried
                ? carried.carryOver().initial().runId()
                : keyOfOutcome(entry);
    }

    private static String keyOfOutcome(JournalEntry entry) {
        return entry.effects().stream()
                .filter(effect -> OUTCOME.equals(effect.kind()))
                .map(effect -> effect.key())
                .findFirst()
                .orElse("");
    }

    private Optional<Difference> published(Recorded recorded) {
        JournalEntry entry = recorded.entry();
        Taken facts = JournalFacts.ofPublication(entry);
        Map<String, Publishing> kept = publications.computeIfAbsent(entry.chain(), chain -> new HashMap<>());
        String agents = facts.publication().agents().orElse("");
        Optional<Publishing> before = Optional.ofNullable(kept.get(agents));
        if (before.isPresent() && !before.equals(facts.before())) {
            return Optional.of(new Difference(
                    "input.facts.before",
                    facts.before().toString(),
                    before.get().toString()));
        }
        Optional<Publishing> after = Publishing.after(facts.before(), facts.publication(), facts.atMs());
        boolean refused = "refused".equals(entry.decision()) && facts.before().isEmpty();
        after.filter(publishing -> !refused).or(facts::before).ifPresent(publishing -> kept.put(agents, publishing));
        return refused ? Optional.empty() : decision(entry, after.isPresent() ? "published" : "ignored");
    }

    private static Optional<Difference> watched(JournalEntry entry) {
        Watch facts = JournalFacts.ofWatch(entry);
        boolean same = facts.after(entry.atMs()).closed().equals(facts.before().closed());
        String heard = same ? HEARD : OPENED;
        return decision(entry, facts.sign().isPresent() ? heard : CLOSED);
    }

    private static Optional<Difference> decision(JournalEntry entry, String derived) {
        return List.of(derived, StateCodec.NO_STATE).equals(List.of(entry.decision(), entry.stateHash()))
                ? Optional.empty()
                : Optional.of(new Difference("decision", entry.decision(), derived));
    }
}
