package dev.interlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.cli.doctor.Examination;
import dev.interlock.cli.doctor.Finding;
import dev.interlock.cli.doctor.Finding.Level;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock doctor}. */
@Command(
        name = "doctor",
        description = {
            "Looks whether all is as it must be around the gateways, and says of each finding what it means and what to"
                    + " do. It changes nothing.",
            "",
            "It looks at the configuration (--config), the brokers and their transactions, the topics, who may write"
                    + " what, whether gateways are at work and how far behind, and the clocks. With --agent-host it"
                    + " looks at this machine instead, as one where agents run: whether they could go around the"
                    + " gateway.",
            "",
            "Ends with 0 if there is no problem, else with 1; warnings are none."
        })
final class DoctorCommand implements Callable<Integer> {
    private static final String PLACE = ".+:[0-9]{1,5}";

    @Mixin
    private ClusterOptions options;

    @Option(
            names = "--agent-host",
            description = "Look at this machine as one where agents run: no credentials of tools, no way to them.")
    private boolean agentHost;

    @Option(
            names = "--around",
            paramLabel = "HOST:PORT",
            description = "With --agent-host: a tool that only workers should reach. A connection is tried, nothing is"
                    + " sent. May be given several times.")
    private List<String> places = List.of();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!places.isEmpty() && !agentHost) {
            throw CommandException.usage("--around looks from where agents run: give --agent-host too.");
        }
        places.stream().filter(place -> !place.matches(PLACE)).findFirst().ifPresent(place -> {
            throw CommandException.usage("--around: must be HOST:PORT, was " + place);
        });
        List<Finding> findings = new ArrayList<>(
                agentHost
                        ? Examination.ofThisMachine(System.getenv(), places)
                        : Examination.ofCluster(options.cluster(), options.topics(), options.applicationId()));
        print(findings);
        return findings.stream().anyMatch(finding -> finding.level() == Level.PROBLEM) ? ExitCode.NO : ExitCode.OK;
    }

    private void print(List<Finding> findings) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(object(findings));
            return;
        }
        for (Finding finding : findings) {
            out.printf("%-8s %-13s %s%n", symbol(finding), finding.check(), finding.found());
            if (!finding.advice().isEmpty()) {
                out.println(" ".repeat(23) + finding.advice());
            }
        }
        out.println(count(findings, Level.PROBLEM) + " problems, " + count(findings, Level.WARNING) + " warnings");
    }

    private static ObjectNode object(List<Finding> findings) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("problems", count(findings, Level.PROBLEM)).put("warnings", count(findings, Level.WARNING));
        ArrayNode list = object.putArray("findings");
        findings.forEach(finding -> list.addObject()
                .put("level", symbol(finding))
                .put("check", finding.check())
                .put("found", finding.found())
                .put("advice", finding.advice()));
        return object;
    }

    private static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static String symbol(Finding finding) {
        return finding.level().name().toLowerCase(Locale.ROOT);
    }
}
