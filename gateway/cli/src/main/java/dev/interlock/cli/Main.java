package dev.interlock.cli;

import dev.interlock.audit.source.SourceException;
import dev.interlock.broker.StartupException;
import dev.interlock.cli.backtest.BacktestCommand;
import dev.interlock.cli.bench.BenchCommand;
import dev.interlock.cli.chaos.ChaosCommand;
import dev.interlock.cli.demo.DemoCommand;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.policy.PolicyCommand;
import dev.interlock.cli.up.UpCommand;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.control.ClusterException;
import dev.interlock.server.view.ViewException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code interlock}: its subcommands do the work. Results go to standard output, all else to standard error. */
@Command(
        name = "interlock",
        description = "Decides which tool calls of AI agents may run, on Kafka.",
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ChaosCommand.class,
            BenchCommand.class,
            BacktestCommand.class,
            AuditCommand.class,
            PolicyCommand.class,
            UpCommand.class,
            GatewayCommand.class,
            TopicsCommand.class,
            ProposeCommand.class,
            OutcomesCommand.class,
            RunCommand.class,
            OperationCommand.class,
            HoldCommand.class,
            StopCommand.class,
            LiftCommand.class,
            AliveCommand.class,
            TokenCommand.class,
            DoctorCommand.class,
            CompletionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":done, and as asked",
            ExitCode.NO + ":done, but the answer is no (a scenario ended otherwise, a check found something)",
            ExitCode.USAGE + ":the command line is wrong, nothing was done",
            ExitCode.UNAVAILABLE + ":what the command needs is not there (Kafka, a free port, a JDK)",
            ExitCode.FAULT + ":a fault of Interlock itself"
        })
public final class Main implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Explain the command.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version.")
    private boolean version;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, args));
    }

    /**
     * Runs one command.
     *
     * @return its exit code, one of those that {@code --help} lists
     */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine()
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::report)
                .execute(args);
    }

    /** What needs a cluster stands apart from what works on files alone, though both are about policies. */
    private static CommandLine commandLine() {
        CommandLine all = new CommandLine(new Main());
        all.getSubcommands()
                .get("policy")
                .addSubcommand(new PolicyPublishCommand())
                .addSubcommand(new PolicyListCommand())
                .addSubcommand(new PolicyShowCommand());
        return all;
    }

    /** Called when no subcommand is given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command.");
    }

    private static int report(Exception fault, CommandLine command, CommandLine.ParseResult parsed) {
        return switch (fault) {
            case CommandException known -> tell(command, known.exitCode(), known.getMessage());
            case ConfigurationException wrong -> tell(command, ExitCode.USAGE, wrong.getMessage());
            case ClusterException away -> tell(command, ExitCode.UNAVAILABLE, away.getMessage());
            case ViewException away -> tell(command, ExitCode.UNAVAILABLE, away.getMessage());
            case SourceException read ->
                tell(command, read.isAltered() ? ExitCode.NO : ExitCode.UNAVAILABLE, read.getMessage());
            case StartupException away -> tell(command, ExitCode.UNAVAILABLE, away.getMessage());
            default -> {
                fault.printStackTrace(command.getErr());
                yield tell(command, ExitCode.FAULT, "unexpected fault, please report it with the lines above");
            }
        };
    }

    private static int tell(CommandLine command, int exitCode, String message) {
        command.getErr().println("interlock: " + message);
        return exitCode;
    }

    /** The version of the build, from the manifest of its jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"interlock " + (version == null ? "(not packaged)" : version)};
        }
    }
}
