package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code interlock completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets bash and zsh complete commands and options.",
            "",
            "For this shell: source <(interlock completion)"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("interlock", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
