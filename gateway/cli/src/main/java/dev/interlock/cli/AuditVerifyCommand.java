package dev.interlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Witness;
import dev.interlock.cli.exit.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock audit verify}. */
@Command(
        name = "verify",
        description = {
            "Holds all topics against every promise, with nothing but them. Prints each violation with where it stands"
                    + " (topic-partition@offset), and ends with 1 if there is one."
        })
final class AuditVerifyCommand implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Option(names = "--json", description = "Print one JSON object a violation: fault, detail.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Source source = options.open()) {
            List<Raw> all = new ArrayList<>();
            source.slices().forEach(slice -> source.read(slice, all::add));
            List<Complaint> complaints = Witness.complaints(new Recording(source.topics(), all));
            complaints.forEach(this::print);
            return complaints.isEmpty() ? ExitCode.OK : ExitCode.NO;
        }
    }

    private void print(Complaint complaint) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("fault", complaint.fault().name());
        node.put("detail", complaint.detail());
        spec.commandLine().getOut().println(json ? node.toString() : complaint.toString());
    }
}
