package dev.interlock.chaos.run;

import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ScopeKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Stops of what is just being proposed for. */
final class Stops {
    private static final RecordCodec<Control> COMMANDS = RecordCodec.of(Control.class);
    private static final String TOOL = "pay";
    /** Of so many runs that were proposed for last, one is stopped. */
    private static final int RECENT = 24;

    private final Cluster cluster;
    private final RawSender sender;
    private final Consumer<String> progress;
    private int issued;

    Stops(Cluster cluster, Consumer<String> progress) {
        this.cluster = cluster;
        this.sender = cluster.sender();
        this.progress = progress;
    }

    int issued() {
        return issued;
    }

    /**
     * Issues one, without waiting for it.
     *
     * @return what lifts it, where it is not to hold for the rest of the time
     */
    Optional<Runnable> issue(Card card, int chance) {
        if (card == Card.STOP_TOOL) {
            Scope scope = new Scope(ScopeKind.TOOL, TOOL);
            stop(scope);
            return Optional.of(() -> command(ControlType.LIFT, scope));
        }
        Optional<Scope> scope = switch (card) {
            case STOP_CHAIN -> chain(chance);
            case STOP_RUN -> recent(chance).map(proposal -> new Scope(ScopeKind.RUN, proposal.runId()));
            default -> recent(chance).map(proposal -> new Scope(ScopeKind.AGENT, proposal.agentId()));
        };
        scope.ifPresent(this::stop);
        return Optional.empty();
    }

    /** The chain of one of the runs that said last that they were triggered, if any did. */
    private Optional<Scope> chain(int chance) {
        Recording recording = cluster.record();
        List<Proposal> triggered = latest(recording, proposal -> proposal.causedBy() != null);
        return triggered.isEmpty()
                ? Optional.empty()
                : Optional.of(triggered.get(chance % triggered.size()))
                        .map(proposal -> recording
                                .rootOf(proposal.runId())
                                .orElse(proposal.causedBy().operationId()))
                        .map(root -> new Scope(ScopeKind.CHAIN, root));
    }

    /** Stops everything, and returns when the command stands on its topic. */
    Position stopAll() {
        return stop(new Scope(ScopeKind.ALL, null)).join();
    }

    private CompletableFuture<Position> stop(Scope scope) {
        issued++;
        return command(ControlType.STOP, scope);
    }

    private CompletableFuture<Position> command(String type, Scope scope) {
        progress.accept(type + " " + scope.kind() + (scope.id() == null ? "" : " " + scope.id()));
        Control control = ControlBuilder.builder()
                .type(type)
                .controlId(type + "-" + issued)
                .by("chaos")
                .reason("to see what comes of it")
                .scope(scope)
                .build();
        return sender.send(
                cluster.connection().topics().control(),
                Keys.ofControl(control),
                COMMANDS.encode(control, Format.JSON));
    }

    private Optional<Proposal> recent(int chance) {
        List<Proposal> last = latest(cluster.record(), proposal -> true);
        return last.isEmpty() ? Optional.empty() : Optional.of(last.get(chance % last.size()));
    }

    /** What was proposed last, the latest first. */
    private static List<Proposal> latest(Recording recording, Predicate<Proposal> which) {
        return recording.proposals().stream()
                .filter(seen -> which.test(seen.record()))
                .sorted(Comparator.comparingLong(
                                (Seen<Proposal> seen) -> seen.raw().timestampMs())
                        .reversed())
                .limit(RECENT)
                .map(Seen::record)
                .toList();
    }
}
