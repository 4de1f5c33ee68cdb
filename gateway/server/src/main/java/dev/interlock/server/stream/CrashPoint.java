package dev.interlock.server.stream;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;

/**
 * Kills this JVM at a named point, so that tests can show what survives. Wired only when the system property
 * {@value #PROPERTY} names a point: {@code <node>:before:<n>} or {@code <node>:after:<n>}, around the n-th record that
 * node takes up, such as {@code decide-run:after:3}.
 */
public final class CrashPoint implements ProcessorWrapper {
    /** The system property. */
    public static final String PROPERTY = "interlock.crash";
    /** The exit status of a JVM killed so. */
    public static final int STATUS = 137;

    private final AtomicInteger seen = new AtomicInteger();
    private Point point = new Point("", "", 0);

    /** Made by Kafka Streams. */
    public CrashPoint() {}

    private record Point(String node, String when, int number) {
        static Point parse(String text) {
            String[] parts = text.split(":");
            return new Point(parts[0], parts[1], Integer.parseInt(parts[2]));
        }
    }

    @Override
    public void configure(Map<String, ?> configs) {
        point = Point.parse(System.getProperty(PROPERTY));
    }

    @Override
    public <KI, VI, KO, VO> WrappedProcessorSupplier<KI, VI, KO, VO> wrapProcessorSupplier(
            String node, ProcessorSupplier<KI, VI, KO, VO> supplier) {
        return ProcessorWrapper.asWrapped(node.equals(point.node()) ? () -> new Fuse<>(supplier.get()) : supplier);
    }

    @Override
    public <KI, VI, VO> WrappedFixedKeyProcessorSupplier<KI, VI, VO> wrapFixedKeyProcessorSupplier(
            String node, FixedKeyProcessorSupplier<KI, VI, VO> supplier) {
        return ProcessorWrapper.asWrappedFixedKey(supplier);
    }

    private final class Fuse<KI, VI, KO, VO> implements Processor<KI, VI, KO, VO> {
        private final Processor<KI, VI, KO, VO> wrapped;

        Fuse(Processor<KI, VI, KO, VO> wrapped) {
            this.wrapped = wrapped;
        }

        @Override
        public void init(ProcessorContext<KO, VO> context) {
            wrapped.init(context);
        }

        @Override
        public void process(Record<KI, VI> record) {
            int number = seen.incrementAndGet();
            burn("before", number);
            wrapped.process(record);
            burn("after", number);
        }

        @Override
        public void close() {
            wrapped.close();
        }

        private void burn(String when, int number) {
            if (when.equals(point.when()) && number == point.number()) {
                Runtime.getRuntime().halt(STATUS);
            }
        }
    }
}
