package dev.interlock.cli;

import dev.interlock.cli.demo.DemoCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code interlock}: its subcommands do the work. Results go to standard output, all else to standard error. */
@Command(
        name = "interlock",
        description = "Decides which tool calls of AI agents may run, on Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoCommand.class, CommandLine.HelpCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":done, and as asked",
            ExitCode.NO + ":done, but the answer is no (a scenario ended otherwise, a check found something)",
            ExitCode.USAGE + ":the command line is wrong, nothing was done",
            ExitCode.UNAVAILABLE + ":what the command needs is not there (Kafka, a free port, a JDK)",
            ExitCode.FAULT + ":a fault of Interlock itself"
        })
public final class Main implements Runnable {
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
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler(Main::report)
                .execute(args);
    }

    /** Called when no subcommand is given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command.");
    }

    private static int report(Exception fault, CommandLine command, CommandLine.ParseResult parsed) {
        command.getErr().println("interlock: unexpected fault");
        fault.printStackTrace(command.getErr());
        return ExitCode.FAULT;
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
