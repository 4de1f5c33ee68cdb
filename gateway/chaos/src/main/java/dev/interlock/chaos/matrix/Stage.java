package dev.interlock.chaos.matrix;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Symbols.Status;
import dev.interlock.worker.agent.AgentRun;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the cells are played with: the way to propose and to stop, and to find what became of it. */
final class Stage {
    private static final Map<String, Integer> ARGS = Map.of("revision", 1);
    private static final String PROPOSAL = "p1";

    private final Cluster cluster;
    private final RawSender sender;

    Stage(Cluster cluster) {
        this.cluster = cluster;
        this.sender = cluster.sender();
    }

    /** Writes what the point of a cell is on the way of. */
    void begin(Cell cell) {
        if (cell.subject() == Subject.STOPPED) {
            stop(cell);
        } else {
            propose(cell);
        }
    }

    /** Writes what is to be judged by it, where that is something else; whether there was anything to write yet. */
    boolean follow(Cell cell) {
        if (cell.subject() != Subject.STOPPED) {
            return true;
        }
        boolean inForce = cluster.record().dispatches().stream()
                        .filter(seen -> DispatchType.MARKER.equals(seen.record().type()))
                        .filter(seen -> stopId(cell).equals(seen.record().stop().controlId()))
                        .count()
                == 2L * Cluster.PARTITIONS;
        if (inForce) {
            propose(cell);
        }
        return inForce;
    }

    /** What is to be found of a cell by now. */
    static Found find(Cell cell, Recording recording, Effects effects) {
        if (cell.subject() == Subject.READ) {
            return new Found(
                    answer(cell, recording, OutcomeType.RESULT)
                            .filter(outcome -> Status.OK.equals(outcome.status()))
                            .map(outcome -> "answered")
                            .orElse("nothing"),
                    effects.of(Effects.LOOKS + run(cell) + "." + PROPOSAL).size());
        }
        Optional<String> state = recording.operations().stream()
                .map(seen -> seen.record())
                .filter(operation -> operation.operationId().equals(operation(cell)))
                .reduce((earlier, later) -> later)
                .map(operation -> operation.state());
        boolean refused = answer(cell, recording, OutcomeType.DENIED)
                .or(() -> answer(cell, recording, OutcomeType.TERMINAL))
                .isPresent();
        return new Found(
                state.orElse(refused ? "prevented" : "nothing"),
                effects.of(operation(cell)).size());
    }

    private static Optional<Outcome> answer(Cell cell, Recording recording, String type) {
        return recording.outcomes().stream()
                .map(seen -> seen.record())
                .filter(outcome -> Objects.equals(outcome.runId(), run(cell)) && type.equals(outcome.type()))
                .findFirst();
    }

    private void propose(Cell cell) {
        String agent = cell.subject().code() + "-" + cell.mark() + "agent";
        AgentRun run = AgentRun.of(run(cell), agent);
        ProposalBuilder call = switch (cell.subject()) {
            case READ -> run.read("look", ARGS);
            case UNHEARD -> run.write("nobody", operation(cell), ARGS);
            case WRITE, ASKED, STOPPED -> run.write("pay", operation(cell), ARGS);
        };
        sender.send(
                        cluster.connection().topics().proposals(),
                        run(cell),
                        RecordCodec.of(Proposal.class)
                                .encode(call.proposalId(PROPOSAL).build(), Format.JSON))
                .join();
    }

    private void stop(Cell cell) {
        Control control = ControlBuilder.builder()
                .type(ControlType.STOP)
                .controlId(stopId(cell))
                .by("matrix")
                .reason("to see what comes of it")
                .scope(new Scope(ScopeKind.AGENT, cell.subject().code() + "-" + cell.mark() + "agent"))
                .build();
        sender.send(
                        cluster.connection().topics().control(),
                        Keys.ofControl(control),
                        RecordCodec.of(Control.class).encode(control, Format.JSON))
                .join();
    }

    private static String stopId(Cell cell) {
        return cell.mark() + "stop";
    }

    private static String run(Cell cell) {
        return cell.mark() + "run";
    }

    private static String operation(Cell cell) {
        return cell.mark() + "operation";
    }
}
