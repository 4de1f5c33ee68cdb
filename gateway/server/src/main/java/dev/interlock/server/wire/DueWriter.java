package dev.interlock.server.wire;

import dev.interlock.schemas.Due;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;

/** Writes deadlines that were reached, behind the results that were in before them. */
public final class DueWriter {
    private static final RecordCodec<Result> CODEC = RecordCodec.of(Result.class);

    private DueWriter() {}

    /** A deadline on a topic of results, under the key of what it is a deadline of. */
    public static Outgoing due(Destination to, String key, Due due) {
        Result record = ResultBuilder.builder().type("due").due(due).build();
        return Outgoing.of(to, key, CODEC.encode(record, Format.JSON), "due");
    }
}
