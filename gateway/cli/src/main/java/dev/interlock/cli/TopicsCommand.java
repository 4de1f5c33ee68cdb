package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.server.control.TopicProblem;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock topics}. */
@Command(
        name = "topics",
        description = "Creates the topics, or checks that they are as they must be.",
        synopsisSubcommandLabel = "COMMAND")
final class TopicsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new picocli.CommandLine.ParameterException(spec.commandLine(), "Missing command: create or check.");
    }

    @Command(
            name = "create",
            description = {
                "Creates the topics that are missing, with the settings they must have. A topic that is there is left"
                        + " as it is.",
                "",
                "The number of partitions is fixed for ever: keys would move if it changed."
            })
    int create(
            @Mixin ClusterOptions options,
            @Option(names = "--partitions", paramLabel = "N", description = "Of each topic.") Integer partitions,
            @Option(names = "--replication", paramLabel = "N", description = "Copies of each partition.")
                    Short replication) {
        GatewayConfig.TopicSettings settings = options.topics();
        settings = new GatewayConfig.TopicSettings(
                settings.prefix(),
                partitions == null ? settings.partitions() : partitions,
                replication == null ? settings.replication() : replication);
        try (TopicAdmin admin = TopicAdmin.connect(options.cluster(), settings)) {
            List<String> created = admin.create();
            created.forEach(name -> out().println("created " + name));
            out().println(
                            created.isEmpty()
                                    ? "Nothing to create: all topics are there."
                                    : created.size() + " created.");
        }
        return ExitCode.OK;
    }

    @Command(
            name = "check",
            description = {
                "Compares the topics with what they must be and says how to fix each difference.",
                "",
                "Ends with 0 if there is none, else with 1."
            })
    int check(
            @Mixin ClusterOptions options,
            @Option(names = "--partitions", paramLabel = "N", description = "Of each topic.") Integer partitions) {
        GatewayConfig.TopicSettings found = options.topics();
        GatewayConfig.TopicSettings settings = new GatewayConfig.TopicSettings(
                found.prefix(), partitions == null ? found.partitions() : partitions, found.replication());
        try (TopicAdmin admin = TopicAdmin.connect(options.cluster(), settings)) {
            List<TopicProblem> problems = admin.check();
            problems.forEach(out()::println);
            out().println(problems.isEmpty() ? "All topics are as they must be." : problems.size() + " differences.");
            return problems.isEmpty() ? ExitCode.OK : ExitCode.NO;
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
