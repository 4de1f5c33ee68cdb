package dev.interlock.chaos.flood;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.worker.agent.AgentRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What is written to a cluster's topics whether or not anybody takes it up. */
public final class Backlog {
    private static final RecordCodec<Proposal> PROPOSALS = RecordCodec.of(Proposal.class);
    private static final RecordCodec<Control> COMMANDS = RecordCodec.of(Control.class);

    private final Cluster cluster;
    private final RawSender sender;

    /** What is written to this cluster. */
    public Backlog(Cluster cluster) {
        this.cluster = cluster;
        this.sender = cluster.sender();
    }

    /** Returns when all of a number of proposals stand on their topic. */
    public void propose(int count, IntFunction<Proposal> proposals) {
        List<CompletableFuture<Position>> sent =
                IntStream.range(0, count).mapToObj(proposals).map(this::propose).toList();
        sent.forEach(CompletableFuture::join);
    }

    /** The read that a run of its own proposes. */
    static Proposal read(int number) {
        return AgentRun.of("run-" + number, "agent")
                .read("look", Map.of("revision", 1))
                .proposalId("p1")
                .build();
    }

    CompletableFuture<Position> propose(Proposal proposal) {
        return sender.send(
                cluster.connection().topics().proposals(), proposal.runId(), PROPOSALS.encode(proposal, Format.JSON));
    }

    /** Returns when a stop of everything stands on its topic. */
    public void stopAll() {
        Control stop = ControlBuilder.builder()
                .type(ControlType.STOP)
                .controlId("stop")
                .by("ann")
                .reason("they must stop")
                .scope(new Scope(ScopeKind.ALL, null))
                .build();
        sender.send(cluster.connection().topics().control(), "stop", COMMANDS.encode(stop, Format.JSON))
                .join();
    }
}
