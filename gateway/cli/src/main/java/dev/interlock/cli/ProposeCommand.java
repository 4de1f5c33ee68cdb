package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import dev.interlock.worker.agent.NoAnswerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock propose}. */
@Command(
        name = "propose",
        description = {
            "Proposes one call, or the end of a run, as an agent would, waits for the answer and prints it.",
            "",
            "Ends with 0 if the call was let through and answered, with 1 if it was not: denied, paused, or the run has"
                    + " ended. With --finish, 0 is the end of the run, however it ended."
        })
final class ProposeCommand implements Callable<Integer> {
    @Mixin
    private ClusterOptions options;

    @ArgGroup(multiplicity = "1")
    private What what;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "How long to wait. Default: ${DEFAULT-VALUE}.")
    private int timeout = 60;

    @Option(names = "--json", description = "Print the outcome as it stands on the topic.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final RecordCodec<Proposal> proposals = RecordCodec.of(Proposal.class);
    private final RecordCodec<Outcome> outcomes = RecordCodec.of(Outcome.class);

    /** Where the proposal comes from. */
    static final class What {
        @Option(
                names = "--file",
                required = true,
                paramLabel = "FILE",
                description = "The proposal as a JSON record, as it would stand on the topic; - reads standard input.")
        private Path file;

        @ArgGroup(exclusive = false)
        private Words words;
    }

    /** A proposal in options. */
    static final class Words {
        @Option(names = "--run", required = true, paramLabel = "ID", description = "The run.")
        private String run;

        @Option(
                names = "--agent",
                paramLabel = "ID",
                defaultValue = "cli",
                description = "The agent. Default: ${DEFAULT-VALUE}.")
        private String agent;

        @Option(
                names = "--turn",
                paramLabel = "N",
                defaultValue = "1",
                description = "The agent's model turn. Default: ${DEFAULT-VALUE}.")
        private int turn;

        @Option(names = "--tool", paramLabel = "NAME", description = "The tool; of a model call the model.")
        private String tool;

        @Option(
                names = "--kind",
                paramLabel = "KIND",
                defaultValue = Symbols.Kind.READ,
                description = "What the call does: read, write or model. Default: ${DEFAULT-VALUE}.")
        private String kind;

        @Option(
                names = "--args",
                paramLabel = "JSON",
                defaultValue = "{}",
                description = "The arguments, an object. Default: ${DEFAULT-VALUE}.")
        private String args;

        @Option(
                names = "--operation-id",
                paramLabel = "ID",
                description = "Names the business operation of a write, the same whenever the same thing is meant.")
        private String operationId;

        @Option(
                names = "--caused-by",
                paramLabel = "ID",
                description = "The operation that triggered the run, as it was stamped on what started it.")
        private String causedBy;

        @Option(
                names = "--proposal-id",
                paramLabel = "ID",
                description = "Names the proposal in its run. Default: a new one.")
        private String proposalId;

        @Option(
                names = "--finish",
                arity = "0..1",
                fallbackValue = Symbols.FinishCause.AGENT,
                paramLabel = "CAUSE",
                description = "Ask to end the run instead of proposing a call: agent (default), framework_limit or"
                        + " error.")
        private String finish;
    }

    @Override
    public Integer call() throws InterruptedException {
        Proposal proposal = what.file == null ? inWords(what.words) : inFile(what.file);
        try (AgentClient agent = AgentClient.open(options.connection())) {
            Outcome outcome = agent.propose(proposal, Duration.ofSeconds(timeout));
            print(outcome);
            return exitCode(proposal, outcome);
        } catch (NoAnswerException e) {
            throw CommandException.unavailable(
                    e.getMessage() + ", which proves nothing: the call may be waiting or at work."
                            + " Does a gateway run, and a worker with the tool? 'interlock run show " + proposal.runId()
                            + "' shows what is known. To ask for the answer, send the very same proposal again, which"
                            + " is safe, with 'interlock propose --file -':\n" + text(proposal));
        }
    }

    private static int exitCode(Proposal proposal, Outcome outcome) {
        boolean finished = Symbols.ProposalType.FINISH.equals(proposal.type());
        return switch (outcome.type()) {
            case Symbols.OutcomeType.RESULT, Symbols.OutcomeType.REPLAYED -> ExitCode.OK;
            case Symbols.OutcomeType.TERMINAL -> finished ? ExitCode.OK : ExitCode.NO;
            default -> ExitCode.NO;
        };
    }

    private void print(Outcome outcome) {
        String text = json
                ? new String(outcomes.encode(outcome, Format.JSON), StandardCharsets.UTF_8)
                : OutcomeText.what(outcome);
        spec.commandLine().getOut().println(text);
    }

    private String text(Proposal proposal) {
        return new String(proposals.encode(proposal, Format.JSON), StandardCharsets.UTF_8);
    }

    private Proposal inFile(Path file) {
        try {
            byte[] bytes = file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file);
            return proposals.decode(bytes).record();
        } catch (IOException e) {
            throw CommandException.usage("--file: cannot be read: " + file);
        } catch (InvalidRecordException e) {
            throw CommandException.usage("--file: not a proposal: " + e.getMessage());
        }
    }

    private static Proposal inWords(Words words) {
        AgentRun agent = AgentRun.of(words.run, words.agent).atTurn(words.turn);
        AgentRun run = words.causedBy == null ? agent : agent.triggeredBy(words.causedBy);
        if (words.finish == null && words.tool == null) {
            throw CommandException.usage("--tool NAME is missing; or --finish to end the run.");
        }
        ProposalBuilder proposal = words.finish != null
                ? run.finish(words.finish)
                : run.read(words.tool, args(words.args)).kind(words.kind).operationId(words.operationId);
        return (words.proposalId == null ? proposal : proposal.proposalId(words.proposalId)).build();
    }

    private static Json args(String text) {
        try {
            return Json.parse(text);
        } catch (InvalidRecordException e) {
            throw CommandException.usage(
                    "--args: must be a JSON object, as in --args '{\"text\":\"hello\"}': " + e.getMessage());
        }
    }
}
