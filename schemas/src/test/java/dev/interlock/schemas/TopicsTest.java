package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TopicsTest {
    private static final Topics TOPICS = Topics.withPrefix("x.");

    @Test
    void everyTopicThatHasAName_hasADefinition() throws InvocationTargetException, IllegalAccessException {
        Set<String> named = new TreeSet<>();
        for (Method method : Topics.class.getDeclaredMethods()) {
            boolean names =
                    method.getReturnType() == String.class && !method.getName().equals("prefix");
            if (names && method.getParameterCount() == 0) {
                named.add((String) method.invoke(TOPICS));
            }
        }
        List<String> defined =
                TOPICS.all().stream().map(TopicDefinition::name).sorted().toList();
        assertThat(defined).isEqualTo(List.copyOf(named));
    }

    @Test
    void everyRecord_hasATopic() {
        List<Class<? extends WireRecord>> carried = TOPICS.all().stream()
                .flatMap(topic -> topic.records().stream())
                .distinct()
                .toList();
        assertThat(carried).containsExactlyInAnyOrderElementsOf(Samples.kinds());
    }

    @Test
    void theStages_talkOverTheirOwnTopics() {
        assertThat(TOPICS.all().stream().filter(TopicDefinition::betweenStages).map(TopicDefinition::name))
                .containsExactly(
                        "x.stage.requests", "x.stage.answers", "x.stage.run-control", "x.stage.operation-control");
    }

    @Test
    void theLedgerAlone_isCompacted() {
        assertThat(TOPICS.all().stream().filter(TopicDefinition::compacted).map(TopicDefinition::name))
                .containsExactly("x.ledger");
    }

    @Test
    void everyTopic_takesAppendTimeAndARecordOfGreatestSize() {
        for (TopicDefinition topic : TOPICS.all()) {
            assertThat(topic.config()).as(topic.name()).containsEntry("message.timestamp.type", "LogAppendTime");
            assertThat(Integer.parseInt(topic.config().get("max.message.bytes")))
                    .as(topic.name())
                    .isGreaterThan(Limits.RECORD_BYTES);
        }
    }

    @Test
    void aPrefixKafkaWouldRefuse_isRefused() {
        for (String prefix : Arrays.asList("a b", "a/", "ä", "x".repeat(201))) {
            assertThatThrownBy(() -> Topics.withPrefix(prefix))
                    .hasMessageContaining("it is: " + prefix.substring(0, 1));
        }
        assertThat(Topics.withPrefix("").proposals()).isEqualTo("proposals");
    }
}
