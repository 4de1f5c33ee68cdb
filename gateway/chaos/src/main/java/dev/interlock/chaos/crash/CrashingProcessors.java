package dev.interlock.chaos.crash;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * A wrapper around each processor of a gateway, with the points {@code <kind>/taken-up}, {@code <kind>/state-written} (at
 * the first write to a store) and {@code <kind>/decided}.
 */
public final class CrashingProcessors implements ProcessorWrapper {
    private Traps traps = new Traps(Optional.empty());

    /** Made by Kafka Streams. */
    public CrashingProcessors() {}

    @Override
    public void configure(Map<String, ?> configs) {
        traps = Traps.of(configs);
    }

    @Override
    public <KI, VI, KO, VO> WrappedProcessorSupplier<KI, VI, KO, VO> wrapProcessorSupplier(
            String node, ProcessorSupplier<KI, VI, KO, VO> supplier) {
        return ProcessorWrapper.asWrapped(() -> new Watched<>(supplier.get()));
    }

    @Override
    public <KI, VI, VO> WrappedFixedKeyProcessorSupplier<KI, VI, VO> wrapFixedKeyProcessorSupplier(
            String node, FixedKeyProcessorSupplier<KI, VI, VO> supplier) {
        return ProcessorWrapper.asWrappedFixedKey(supplier);
    }

    private final class Watched<KI, VI, KO, VO> implements Processor<KI, VI, KO, VO> {
        private final Processor<KI, VI, KO, VO> wrapped;
        private ProcessorContext<KO, VO> context;

        Watched(Processor<KI, VI, KO, VO> wrapped) {
            this.wrapped = wrapped;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void init(ProcessorContext<KO, VO> original) {
            context = original;
            wrapped.init(Passage.around(ProcessorContext.class, (method, arguments) -> {
                Object returned = Passage.pass(original, method, arguments);
                return returned instanceof KeyValueStore<?, ?> store ? watched(store) : returned;
            }));
        }

        private KeyValueStore<?, ?> watched(KeyValueStore<?, ?> store) {
            return Passage.around(KeyValueStore.class, (method, arguments) -> {
                Object returned = Passage.pass(store, method, arguments);
                if (method.getName().equals("put")) {
                    Passage.ofThread()
                            .deciding()
                            .ifPresent(input -> traps.reached(input.at("state-written"), input.key()));
                }
                return returned;
            });
        }

        @Override
        public void process(Record<KI, VI> record) {
            Optional<Passage.Input> input = context.recordMetadata()
                    .flatMap(at -> Passage.input(at.topic(), (byte[]) record.key(), (byte[]) record.value()));
            input.ifPresent(known -> {
                traps.reached(known.at("taken-up"), known.key());
                Passage.ofThread().decide(known);
            });
            wrapped.process(record);
            input.ifPresent(known -> traps.reached(known.at("decided"), known.key()));
            Passage.ofThread().decided();
        }

        @Override
        public void close() {
            wrapped.close();
        }
    }
}
