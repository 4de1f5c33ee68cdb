package dev.interlock.cli.demo;

import dev.interlock.audit.export.Exporter;
import dev.interlock.audit.export.Form;
import dev.interlock.audit.source.ClusterSource;
import dev.interlock.audit.source.Source;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.cli.local.LocalStack;
import dev.interlock.cli.local.Progress;
import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.Runner;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.kafka.Crew;
import dev.interlock.scenarios.kafka.KafkaRunner;
import dev.interlock.scenarios.kafka.Receiver;
import dev.interlock.scenarios.table.ScenarioPolicies;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One demo: starts everything, plays the scenarios and hands on each report, in the order of the table. */
final class Demo {
    /** Playing a scenario is mostly waiting. */
    private static final int AT_THE_SAME_TIME = 16;

    private static final int SAID_EVERY = 10;

    private static final long FILE_BYTES = 128L << 20;

    private final Path directory;
    private final Optional<Path> export;
    private final List<Scenario> scenarios;
    private final Progress progress;
    private final AtomicInteger played = new AtomicInteger();

    /**
     * A demo.
     *
     * @param directory where everything keeps its data
     * @param export where all topics are written at the end; empty for nowhere
     */
    Demo(Path directory, List<Scenario> scenarios, Progress progress, Optional<Path> export) {
        this.export = export;
        this.directory = directory;
        this.scenarios = scenarios;
        this.progress = progress;
    }

    /**
     * Runs it.
     *
     * @param reader gets each report
     * @return whether everything came out as expected
     */
    boolean run(Consumer<Report> reader) {
        Path receiver = directory.resolve("receiver");
        try (LocalStack stack = new LocalStack(directory, progress)) {
            stack.startBroker(() -> BrokerProcess.start(directory), ScenarioPolicies.configuration(scenarios));
            stack.startGateway(Arrays.stream(Crew.values())
                    .map(crew -> DemoWorkerMain.command(crew, stack.bootstrapServers(), directory, receiver))
                    .toList());
            stack.superviseWorkers();
            progress.say("playing " + scenarios.size() + " scenarios");
            try (KafkaRunner runner = new KafkaRunner(
                    Connection.to(stack.bootstrapServers()), new Receiver(receiver), stack::restartGateway, "demo")) {
                boolean ok = play(runner, reader);
                export.ifPresent(out -> export(stack.bootstrapServers(), out));
                return ok;
            }
        }
    }

    private void export(String bootstrapServers, Path out) {
        progress.say("writing all topics to " + out);
        Topics topics = Topics.withPrefix(Topics.DEFAULT_PREFIX);
        try (Source source = ClusterSource.open(bootstrapServers, Map.of(), topics)) {
            new Exporter(source, out, Form.JSONL, FILE_BYTES, more -> {}).run();
        }
    }

    private boolean play(Runner runner, Consumer<Report> reader) {
        try (ExecutorService players = Executors.newFixedThreadPool(AT_THE_SAME_TIME)) {
            boolean ok = true;
            for (CompletableFuture<Report> coming : begin(runner, players)) {
                Report report = coming.join();
                reader.accept(report);
                ok &= report.ok();
            }
            return ok;
        }
    }

    /** Each group at the same time, when the one before has ended. */
    private List<CompletableFuture<Report>> begin(Runner runner, Executor players) {
        Map<Scenario, CompletableFuture<Report>> reports = new HashMap<>();
        CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
        for (List<Scenario> group : groups()) {
            CompletableFuture<Void> begin = before;
            group.forEach(s -> reports.put(s, begin.thenApplyAsync(done -> play(runner, s), players)));
            before = CompletableFuture.allOf(group.stream().map(reports::get).toArray(CompletableFuture[]::new));
        }
        return scenarios.stream().map(reports::get).toList();
    }

    /** The first scenario alone, because everything is slow the first time; those that disturb others alone at the end. */
    private List<List<Scenario>> groups() {
        List<List<Scenario>> groups = new ArrayList<>();
        List<Scenario> quiet =
                scenarios.stream().filter(s -> !s.disturbsOthers()).toList();
        groups.add(quiet.stream().limit(1).toList());
        groups.add(quiet.stream().skip(1).toList());
        scenarios.stream().filter(Scenario::disturbsOthers).forEach(s -> groups.add(List.of(s)));
        return groups;
    }

    private Report play(Runner runner, Scenario scenario) {
        long began = System.nanoTime();
        Report report;
        try {
            report = runner.run(scenario);
        } catch (RuntimeException e) {
            report = Report.broken(scenario, e, (System.nanoTime() - began) / 1_000_000);
        }
        int count = played.incrementAndGet();
        if (count % SAID_EVERY == 0 && count < scenarios.size()) {
            progress.say(count + " of " + scenarios.size() + " scenarios have ended");
        }
        return report;
    }
}
