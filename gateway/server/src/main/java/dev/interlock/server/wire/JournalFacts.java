package dev.interlock.server.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Rule;

/** Reads what an entry of the journal says that its decision was taken on. */
public final class JournalFacts {
    private static final String FACTS = "input.facts";

    private JournalFacts() {}

    /** Whether it is what the core saw of a run: a task's own chain has such entries too, of runs that left nothing behind. */
    public static boolean isOfRun(JournalEntry entry) {
        JsonNode facts = facts(entry);
        return facts.path("input").has("type") && facts.has("stops");
    }

    /** Whether it is what the core saw of an operation. */
    public static boolean isOfOperation(JournalEntry entry) {
        return CoreShapes.isOperationInput(facts(entry).path("type").asText());
    }

    /** Whether it is a publication as a task took it up. */
    public static boolean isOfPublication(JournalEntry entry) {
        return facts(entry).has("publication");
    }

    /** Whether it is a turn of the dead-man switch. */
    public static boolean isOfWatch(JournalEntry entry) {
        JsonNode facts = facts(entry);
        return facts.has("before") && facts.has("limits");
    }

    /**
     * What the core saw when it decided about a run.
     *
     * @throws InvalidRecordException when it is something else
     */
    public static RunFacts ofRun(JournalEntry entry) {
        return ofRun(entry.input().facts());
    }

    /**
     * The same from the facts alone, wherever they are kept.
     *
     * @throws InvalidRecordException when it is something else
     */
    public static RunFacts ofRun(Json facts) {
        return read(facts.node(), RunFacts.class);
    }

    /**
     * What the core saw when it decided about an operation.
     *
     * @throws InvalidRecordException when it is something else
     */
    public static OperationInput ofOperation(JournalEntry entry) {
        return read(entry, OperationInput.class);
    }

    /**
     * A publication as a task took it up.
     *
     * @throws InvalidRecordException when it is something else
     */
    public static Taken ofPublication(JournalEntry entry) {
        return read(entry, Taken.class);
    }

    /**
     * What a turn of the dead-man switch rests on.
     *
     * @throws InvalidRecordException when it is something else
     */
    public static Watch ofWatch(JournalEntry entry) {
        return read(entry, Watch.class);
    }

    private static JsonNode facts(JournalEntry entry) {
        return entry.input().facts().node();
    }

    private static <T> T read(JournalEntry entry, Class<T> type) {
        return read(facts(entry), type);
    }

    private static <T> T read(JsonNode facts, Class<T> type) {
        try {
            return CoreJson.read(facts, type);
        } catch (JsonProcessingException e) {
            throw new InvalidRecordException(FACTS, Rule.TYPE, e.getOriginalMessage());
        }
    }
}
