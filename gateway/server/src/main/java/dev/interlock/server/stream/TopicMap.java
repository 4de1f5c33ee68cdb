package dev.interlock.server.stream;

import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.Destination;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The names of the topics on this cluster. */
final class TopicMap {
    private final Topics topics;
    private final Map<String, Destination> byName;

    TopicMap(Topics topics) {
        this.topics = topics;
        this.byName = Arrays.stream(Destination.values()).collect(Collectors.toMap(this::name, Function.identity()));
    }

    String name(Destination topic) {
        return switch (topic) {
            case PROPOSALS -> topics.proposals();
            case DISPATCHES -> topics.dispatches();
            case RESULTS -> topics.results();
            case OPERATION_DISPATCHES -> topics.operationDispatches();
            case OPERATION_RESULTS -> topics.operationResults();
            case OUTCOMES -> topics.outcomes();
            case CONTROL -> topics.control();
            case LEDGER -> topics.ledger();
            case JOURNAL -> topics.journal();
            case DEAD_LETTERS -> topics.deadLetters();
            case STAGE_REQUESTS -> topics.stageRequests();
            case STAGE_ANSWERS -> topics.stageAnswers();
            case STAGE_RUN_CONTROL -> topics.stageRunControl();
            case STAGE_OPERATION_CONTROL -> topics.stageOperationControl();
        };
    }

    /** The topic of a name; null when it is none of the gateway's. */
    Destination of(String name) {
        return byName.get(name);
    }
}
