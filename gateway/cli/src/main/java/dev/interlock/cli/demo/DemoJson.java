package dev.interlock.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.scenarios.Conclusion;
import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.RunEnd;
import java.util.Optional;

/** A report as one JSON object. Where the run did not end, its id, status and reason are null. */
final class DemoJson {
    private DemoJson() {}

    static String line(Report report) {
        Optional<RunEnd> end =
                Optional.ofNullable(report.ends().get(report.scenario().mainRun()));
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("scenario", report.scenario().name());
        line.put("run_id", end.map(RunEnd::runId).orElse(null));
        put(line.putObject("expected"), Optional.of(report.scenario().conclusion()));
        put(line, end.map(RunEnd::conclusion));
        line.put("executions", report.tally().executions());
        line.put("dispatches", report.tally().dispatches());
        line.put("ok", report.ok());
        return line.toString();
    }

    private static void put(ObjectNode object, Optional<Conclusion> conclusion) {
        object.put("status", conclusion.map(c -> c.status().code()).orElse(null));
        object.put("reason", conclusion.map(c -> c.reason().code()).orElse(null));
    }
}
