package dev.interlock.server.stream;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients that Kafka Streams is configured with, but their producers say when a transaction is over: nothing else tells
 * a task. A producer is called by the thread whose transactions it has.
 *
 * @param configured makes the clients
 * @param turns is told
 */
record StreamClients(KafkaClientSupplier configured, Turns turns) implements KafkaClientSupplier {
    /** Where a producer that was fenced off is replaced, what it had begun ends with the first of these. */
    private static final Set<String> ENDINGS = Set.of("initTransactions", "commitTransaction", "abortTransaction");

    @Override
    @SuppressWarnings("unchecked")
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Producer<byte[], byte[]> producer = configured.getProducer(config);
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) -> announce(producer, method, arguments));
    }

    private Object announce(Producer<byte[], byte[]> producer, Method method, Object[] arguments) throws Throwable {
        try {
            Object returned = method.invoke(producer, arguments);
            if (ENDINGS.contains(method.getName())) {
                turns.free();
            }
            return returned;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return configured.getAdmin(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return configured.getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return configured.getRestoreConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return configured.getGlobalConsumer(config);
    }
}
