package dev.interlock.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** A real consumer with something of the test's around its first commit, and a note of what it was asked. */
final class ConsumerHook {
    private final Consumer<byte[], byte[]> real;
    private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> after = new AtomicReference<>(() -> {});
    private final List<String> asked = new CopyOnWriteArrayList<>();

    ConsumerHook(WorkerSettings settings) {
        real = new KafkaConsumer<>(Worker.consumerConfig(settings));
    }

    /** Happens right before the first commit. */
    ConsumerHook beforeFirstCommit(Runnable action) {
        before.set(action);
        return this;
    }

    /** Happens when the first commit has been acknowledged; if it throws, nobody learns of that. */
    ConsumerHook afterFirstCommit(Runnable action) {
        after.set(action);
        return this;
    }

    /** The names of the methods called so far. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                ConsumerHook.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                (proxy, method, arguments) -> called(method, arguments));
    }

    private Object called(Method method, Object[] arguments) throws Throwable {
        asked.add(method.getName());
        boolean commit = method.getName().equals("commitSync");
        if (commit) {
            before.getAndSet(() -> {}).run();
        }
        try {
            Object answer = method.invoke(real, arguments);
            if (commit) {
                after.getAndSet(() -> {}).run();
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
