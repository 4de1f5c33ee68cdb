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

/** Carries a {@link Crash} out: a wrapper around the processor it names. */
public final class CrashPoint implements ProcessorWrapper {
    /** The setting that holds the plan. */
    static final String PLAN = "interlock.crash";

    private final AtomicInteger seen = new AtomicInteger();
    private Crash crash;

    /** Made by Kafka Streams. */
    public CrashPoint() {}

    @Override
    public void configure(Map<String, ?> configs) {
        crash = (Crash) configs.get(PLAN);
    }

    @Override
    public <KI, VI, KO, VO> WrappedProcessorSupplier<KI, VI, KO, VO> wrapProcessorSupplier(
            String node, ProcessorSupplier<KI, VI, KO, VO> supplier) {
        return ProcessorWrapper.asWrapped(node.equals(crash.node()) ? () -> new Fuse<>(supplier.get()) : supplier);
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
            if (when.equals(crash.when()) && number == crash.number()) {
                crash.halt().run();
            }
        }
    }
}
