package dev.interlock.chaos.run;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.OperationState;
import dev.interlock.schemas.Symbols.Resolution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A person who looks at the receiver and settles by hand what nobody else will find out. */
final class Resolutions {
    private static final RecordCodec<Control> COMMANDS = RecordCodec.of(Control.class);

    private final Cluster cluster;
    private final RawSender sender;
    private final Consumer<String> progress;
    private int issued;

    Resolutions(Cluster cluster, Consumer<String> progress) {
        this.cluster = cluster;
        this.sender = cluster.sender();
        this.progress = progress;
    }

    /** Settles one of those of which nobody knows, if there is one. Who looks too early is refused. */
    void resolve(int chance) {
        Map<String, LedgerOperation> latest = new LinkedHashMap<>();
        cluster.record().operations().forEach(seen -> latest.put(seen.record().operationId(), seen.record()));
        List<LedgerOperation> unknown = latest.values().stream()
                .filter(operation -> OperationState.UNKNOWN.equals(operation.state()))
                .filter(operation -> operation.nextQueryAtMs() == null)
                .toList();
        if (!unknown.isEmpty()) {
            resolve(unknown.get(chance % unknown.size()));
        }
    }

    private void resolve(LedgerOperation operation) {
        String found = cluster.find(operation.operationId(), operation.dispatchId());
        String state = found.isEmpty() ? Resolution.NOT_COMMITTED : Resolution.COMMITTED;
        progress.accept("resolve " + operation.operationId() + " as " + state);
        issued++;
        Control control = ControlBuilder.builder()
                .type(ControlType.RESOLVE)
                .controlId(ControlType.RESOLVE + "-" + issued)
                .by("chaos")
                .reason("the receiver says so")
                .operationId(operation.operationId())
                .state(state)
                .expectVersion(operation.version())
                .observedAtMs(System.currentTimeMillis())
                .receipt(found.isEmpty() ? null : Json.of(Map.of("dispatch_id", found)))
                .value(found.isEmpty() ? null : Json.of(Map.of("found", true)))
                .build();
        sender.send(
                cluster.connection().topics().control(),
                Keys.ofControl(control),
                COMMANDS.encode(control, Format.JSON));
    }
}
