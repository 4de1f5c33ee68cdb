package dev.interlock.server.stream;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.config.Policies;
import dev.interlock.server.config.Ruling;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Beginning;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.Publication;
import dev.interlock.server.wire.Publishing;
import dev.interlock.server.wire.Stored;
import dev.interlock.server.wire.Taken;
import java.util.Optional;

/**
 * Which policy the runs of a task are held to: a run to the one it began with, a new one to what was published for its
 * agent, else to what is configured for it, else to what was published for all others, else to what is configured for them.
 */
final class RunPolicies {
    private static final String PUBLISHED = "published";
    private static final String REFUSED = "refused";
    private static final String CONFIGURATION = "configuration";
    private static final String RESUMED = "resumed run";
    private static final String PATTERN_RULE =
            "must be one of at most " + Publications.MOST + " patterns for which anything was published";

    private final StageTask task;
    private final Policies configured;
    private final Publications publications;
    private final KeptPolicies kept;

    RunPolicies(StageTask task, Policies configured, Publications publications, KeptPolicies kept) {
        this.task = task;
        this.configured = configured;
        this.publications = publications;
        this.kept = kept;
    }

    /** The policy a run began with. */
    Ruling begunWith(String hash) {
        return kept.ruling(hash);
    }

    /** The policy that decides about an input: the one its run began with or begins with. */
    Ruling ruling(Optional<Stored<RunState>> before, RunCase.Extras extras) {
        return before.map(Stored::state)
                .map(RunState::policyHash)
                .map(this::begunWith)
                .or(() -> extras.beginning().map(Beginning::policy).map(Ruling::of))
                .orElseGet(() -> extras.proposal()
                        .map(proposal -> forAgent(proposal.record().agentId()))
                        .orElseGet(this::forOthers));
    }

    /** The policy for a run an agent begins. */
    Ruling forAgent(String agentId) {
        return publications
                .naming(agentId)
                .map(this::ruling)
                .or(() -> configured.assigned(agentId))
                .orElseGet(this::forOthers);
    }

    /** The policy for runs of agents that nothing else names. */
    Ruling forOthers() {
        return publications.forOthers().map(this::ruling).orElse(configured.otherwise());
    }

    private Ruling ruling(Publication publication) {
        return begunWith(publication.policyHash());
    }

    /** A run begins. */
    void begin(Ruling ruling, Outbox outbox) {
        if (kept.begin(ruling.hash(), ruling::document)) {
            String by = configured.names(ruling.hash()) ? CONFIGURATION : RESUMED;
            outbox.send(LedgerWriter.policy(ruling.document(), by, outbox.atMs()));
        }
    }

    /** A run is forgotten. */
    void end(String hash) {
        kept.end(hash, this::isNamed);
    }

    private boolean isNamed(String hash) {
        return publications.names(hash) || configured.names(hash);
    }

    /** Takes a publication up: from here on, new runs of this task are held to it. */
    void publish(Arrival arrival, Command.Publish command) {
        Arrival written = arrival.from(command.origin());
        Publication publication = Publication.of(command);
        Optional<Publishing> before = publications.before(publication);
        Outbox outbox = task.outbox(arrival);
        long nowMs = task.nowMs(arrival);
        Optional<Publishing> after = Publishing.after(before, publication, nowMs);
        String decision;
        if (before.isEmpty() && publications.full()) {
            refuse(written, publication, outbox);
            decision = REFUSED;
        } else if (after.isEmpty()) {
            decision = Verdict.What.IGNORED.code();
        } else {
            enforce(after.get(), command.document(), outbox);
            decision = PUBLISHED;
        }
        Taken facts = new Taken(before, publication, nowMs);
        task.journal(StageTask.plain(written, ControlType.PUBLISH_POLICY, decision, facts, outbox), outbox);
        task.meters().decided(Names.DECIDE_RUN, decision, Optional.empty());
    }

    /** Every task refuses it; one of them says so. */
    private void refuse(Arrival written, Publication publication, Outbox outbox) {
        if (task.partitions().of(Keys.ledgerPublication(publication.scope())) == task.partition()) {
            String pattern = publication.agents().orElse("");
            task.reject(written, new Mistake("scope.id", PATTERN_RULE, pattern), outbox);
        }
    }

    private void enforce(Publishing publishing, PolicyDocument document, Outbox outbox) {
        kept.keep(document);
        publications.put(publishing);
        kept.dropUnnamed(this::isNamed);
        show(LedgerWriter.published(publishing, document), outbox);
        show(LedgerWriter.inForce(publishing, document), outbox);
    }

    /** Every run-stage task takes every publication up; the one a ledger key belongs to writes it there. */
    private void show(Outgoing shown, Outbox outbox) {
        if (task.partitions().of(shown.key()) == task.partition()) {
            outbox.send(shown);
        }
    }
}
