package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.Connection;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock outcomes}. */
@Command(
        name = "outcomes",
        description = {
            "Prints the outcomes that were published, a line each: answers to proposals, ends of runs, late"
                    + " settlements.",
            "",
            "With --follow it goes on with what comes until Ctrl-C."
        })
final class OutcomesCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    @Mixin
    private ClusterOptions options;

    @Option(names = "--follow", description = "Go on with what comes until Ctrl-C.")
    private boolean follow;

    @Option(names = "--new", description = "Leave out what was published before. Only with --follow.")
    private boolean onlyNew;

    @Option(names = "--run", paramLabel = "ID", description = "Only those of this run.")
    private String run;

    @Option(names = "--json", description = "Print each as it stands on the topic.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final RecordCodec<Outcome> codec = RecordCodec.of(Outcome.class);

    @Override
    public Integer call() {
        if (onlyNew && !follow) {
            throw CommandException.usage("--new leaves out all there is, so it needs --follow.");
        }
        Connection connection = options.connection();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumerConfig(Map.of()))) {
            read(consumer, partitions(consumer, connection.topics().outcomes()));
        }
        return ExitCode.OK;
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        consumer.assign(partitions);
        if (onlyNew) {
            consumer.seekToEnd(partitions);
        } else {
            consumer.seekToBeginning(partitions);
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, PATIENCE);
        while (follow || ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(this::print);
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic, PATIENCE).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw CommandException.unavailable(
                    "Topic " + topic + " does not exist. 'interlock topics create' creates it.");
        }
        return partitions;
    }

    private void print(ConsumerRecord<byte[], byte[]> record) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Outcome outcome = codec.decode(record.value()).record();
            if (run == null || run.equals(outcome.runId())) {
                out.println(json ? text(outcome) : OutcomeText.line(outcome));
                out.flush();
            }
        } catch (InvalidRecordException e) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: partition " + record.partition() + " offset " + record.offset()
                            + " is no outcome: " + e.getMessage());
        }
    }

    private String text(Outcome outcome) {
        return new String(codec.encode(outcome, Format.JSON), StandardCharsets.UTF_8);
    }
}
