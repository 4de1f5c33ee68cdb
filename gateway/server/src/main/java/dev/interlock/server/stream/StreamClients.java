package dev.interlock.server.stream;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The usual clients of Kafka Streams, but their producers say when a transaction is over: nothing else tells a task. */
record StreamClients(Turns turns) implements KafkaClientSupplier {
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new Announcing(config, turns);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    /** Its calls come from the thread whose transaction it is. */
    private static final class Announcing extends KafkaProducer<byte[], byte[]> {
        private final Turns turns;

        Announcing(Map<String, Object> config, Turns turns) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            this.turns = turns;
        }

        /** Where a producer that was fenced off is replaced, what it had begun ends with this. */
        @Override
        public void initTransactions() {
            super.initTransactions();
            turns.free();
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            turns.free();
        }

        @Override
        public void abortTransaction() {
            super.abortTransaction();
            turns.free();
        }
    }
}
