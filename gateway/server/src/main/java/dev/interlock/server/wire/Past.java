package dev.interlock.server.wire;

import dev.interlock.core.run.RunState;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a run that goes on from an ended one will show of it in its own outcomes, on its way there. Texts, because a value
 * may nest as deep as a record may.
 *
 * @param lastGood the last good result of the ended run, with its value
 * @param receipts the receipts of operations, by operation id
 */
record Past(Optional<String> lastGood, Map<String, String> receipts) {
    /** Nothing is shown. */
    static final Past NONE = new Past(Optional.empty(), Map.of());

    Past {
        receipts = Map.copyOf(receipts);
    }

    /**
     * As much as there is room for, in bytes. The value goes first, since its digest says where it stands, then the list
     * of receipts, which the ledger has.
     */
    static Past of(RunState run, RunKeepings kept, long room) {
        Optional<String> whole = kept.lastGood().map(Past::shown).map(Past::text);
        Supplier<Optional<String>> bare =
                () -> kept.lastGood().map(Past::shown).map(Past::withoutValue).map(Past::text);
        Map<String, String> receipts = receipts(run, kept);
        return Stream.<Supplier<Past>>of(
                        () -> new Past(whole, receipts),
                        () -> new Past(bare.get(), receipts),
                        () -> new Past(bare.get(), Map.of()))
                .map(Supplier::get)
                .filter(past -> CoreJson.bytes(past).length <= room)
                .findFirst()
                .orElse(NONE);
    }

    /**
     * What it says.
     *
     * @throws InvalidRecordException when it is not what {@link #of} wrote
     */
    RunKeepings keepings() {
        Map<String, Json> parsed = new LinkedHashMap<>();
        receipts.forEach((operationId, text) -> parsed.put(operationId, Json.parse(text)));
        return new RunKeepings(
                lastGood.map(text -> KeptResult.read(text.getBytes(StandardCharsets.UTF_8))),
                operationId -> Optional.ofNullable(parsed.get(operationId)));
    }

    private static Map<String, String> receipts(RunState run, RunKeepings kept) {
        Map<String, String> texts = new LinkedHashMap<>();
        run.operations()
                .keySet()
                .forEach(id -> kept.receipts().apply(id).ifPresent(receipt -> texts.put(id, receipt.toString())));
        return texts;
    }

    /** Whatever a worker wrote beside it shows nothing, and has no bound of its own. */
    private static OperationResult shown(OperationResult result) {
        return OperationResultBuilder.builder(result).error(null).build();
    }

    private static OperationResult withoutValue(OperationResult result) {
        boolean truncated = result.valueTruncated() || result.value() != null;
        return OperationResultBuilder.builder(result)
                .value(null)
                .valueTruncated(truncated)
                .build();
    }

    private static String text(OperationResult result) {
        return new String(KeptResult.bytes(result), StandardCharsets.UTF_8);
    }
}
