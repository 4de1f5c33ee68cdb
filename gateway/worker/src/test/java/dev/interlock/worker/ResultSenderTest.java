package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ResultSenderTest {
    private final TimeSource time = TimeSource.system();
    private final Tally tally = new Tally();
    private final Reports reports = new Reports("worker-1", time.wall(), new Redaction(UnaryOperator.identity()));
    private final Delivery delivery = new Delivery(
            GatewayStandIn.read("d-1", "tool"),
            new OwnedPartition(new TopicPartition("dispatches", 0), false, time.start()),
            0,
            Countdown.since(0, 0, time));

    @Test
    void resultThatTheBrokersDoNotTake_isCounted() {
        Connection nowhere =
                TestBroker.newTopics().withTopicPrefix("no-such-topics.").with("max.block.ms", "200");
        ResultSender sender = new ResultSender(new KafkaProducer<>(nowhere.producerConfig()), nowhere, tally);

        sender.send(delivery, reports.notExecuted(delivery, Refusal.CANCELLED));
        sender.close();

        assertThat(unsent()).isEqualTo(1);
    }

    @Test
    void resultThatComesAfterTheEnd_isCounted() {
        Connection connection = TestBroker.newTopics();
        ResultSender sender = new ResultSender(new KafkaProducer<>(connection.producerConfig()), connection, tally);
        sender.close();

        sender.send(delivery, reports.notExecuted(delivery, Refusal.CANCELLED));

        assertThat(unsent()).isEqualTo(1);
    }

    @Test
    void resultThatBreaksTheContract_goesOutWithoutWhatBreaksIt() {
        Connection connection = TestBroker.newTopics();
        ResultSender sender = new ResultSender(new KafkaProducer<>(connection.producerConfig()), connection, tally);
        Result whole = reports.returned(delivery, ToolOutput.ok("seen"), Verified.seen(7, true));
        Result broken = ResultBuilder.builder(whole).costMicros(-1L).build();

        sender.send(delivery, broken);
        sender.close();

        assertThat(unsent()).isZero();
        try (GatewayStandIn gateway = new GatewayStandIn(connection)) {
            Result result = gateway.result(delivery.dispatch());
            assertThat(result).extracting(Result::status, Result::effect).containsExactly("ok", "none");
            assertThat(result.evidence()).isEqualTo(whole.evidence());
            assertThat(result.error().message()).contains("cost_micros");
        }
    }

    private long unsent() {
        Calls none = new Calls(1, null, reports, null, tally);
        return tally.status(WorkerStatus.State.RUNNING, none).unsent();
    }
}
