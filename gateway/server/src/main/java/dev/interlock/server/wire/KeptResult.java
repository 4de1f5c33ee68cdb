package dev.interlock.server.wire;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;

/** A result as the side stores keep it, with its value. */
public final class KeptResult {
    private KeptResult() {}

    /** The store's value: the result in its wire form, so that numbers stay exact. */
    public static byte[] bytes(OperationResult result) {
        return StageCodec.ANSWERS.encode(envelope(result), Format.JSON);
    }

    /** Reads the store's value. */
    public static OperationResult read(byte[] bytes) {
        return StageCodec.ANSWERS.decode(bytes).record().result();
    }

    private static StageAnswer envelope(OperationResult result) {
        return StageAnswerBuilder.builder()
                .to("request")
                .verdict("committed")
                .requestId("-")
                .runId("-")
                .operationId("-")
                .result(result)
                .head(new ChainHead("-", 0, "-"))
                .build();
    }
}
