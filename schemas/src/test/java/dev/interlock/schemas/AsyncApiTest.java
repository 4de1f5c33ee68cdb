package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class AsyncApiTest {
    private static final Path FILE = Path.of("asyncapi.yaml");
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static JsonNode document;

    @BeforeAll
    static void readFile() throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        document = new ObjectMapper()
                .valueToTree(new Yaml(new SafeConstructor(options)).<Object>load(Files.readString(FILE)));
    }

    static List<TopicDefinition> topics() {
        return TOPICS.all();
    }

    static List<Class<? extends WireRecord>> kinds() {
        return Samples.kinds();
    }

    private static Schema metaSchema() throws IOException {
        try (InputStream in = AsyncApiTest.class.getResourceAsStream("/asyncapi/3.0.0.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void theFile_isAsyncApi3() throws IOException {
        assertThat(metaSchema().validate(document)).isEmpty();
    }

    @Test
    void theCheck_findsWhatIsNotAsyncApi() throws IOException {
        JsonNode broken = document.deepCopy();
        ((ObjectNode) broken.at("/channels/proposals/bindings/kafka")).put("partitions", 0);
        assertThat(metaSchema().validate(broken)).isNotEmpty();
    }

    @Test
    void everyReference_leadsSomewhere() {
        List<String> references = document.findValuesAsText("$ref");
        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            if (reference.startsWith("#")) {
                assertThat(document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse();
            } else {
                assertThat(Path.of(reference)).exists();
            }
        });
    }

    @Test
    void theChannels_areTheTopics() {
        List<String> addresses = new ArrayList<>();
        document.get("channels")
                .forEach(channel -> addresses.add(channel.get("address").textValue()));
        assertThat(addresses)
                .isEqualTo(topics().stream().map(TopicDefinition::name).toList());
    }

    @ParameterizedTest
    @MethodSource("topics")
    void aChannel_isDescribedAsItsTopicIs(TopicDefinition topic) {
        JsonNode channel = channel(topic);
        JsonNode binding = channel.at("/bindings/kafka");
        assertThat(channel.get("description").textValue()).isEqualTo(topic.description());
        assertThat(channel.get("x-key").textValue()).isEqualTo(topic.key());
        assertThat(binding.get("partitions").intValue()).isEqualTo(Topics.DEFAULT_PARTITIONS);
        Map<String, String> config = new TreeMap<>();
        binding.get("topicConfiguration")
                .properties()
                .forEach(entry -> config.put(entry.getKey(), setting(entry.getValue())));
        assertThat(config).isEqualTo(new TreeMap<>(topic.config()));
    }

    private static JsonNode channel(TopicDefinition topic) {
        for (JsonNode channel : document.get("channels")) {
            if (channel.get("address").textValue().equals(topic.name())) {
                return channel;
            }
        }
        throw new AssertionError("No channel for " + topic.name());
    }

    private static String setting(JsonNode value) {
        return value.isArray() ? value.get(0).asText() : value.asText();
    }

    @ParameterizedTest
    @MethodSource("topics")
    void aChannel_hasTheRecordsOfItsTopicInBothFormats(TopicDefinition topic) {
        List<String> expected = topic.records().stream()
                .map(RecordCodec::name)
                .flatMap(name -> Stream.of(name, name + "_avro"))
                .toList();
        List<String> messages = new ArrayList<>();
        channel(topic).get("messages").properties().forEach(entry -> {
            messages.add(entry.getKey());
            assertThat(entry.getValue().get("$ref").textValue()).isEqualTo("#/components/messages/" + entry.getKey());
        });
        assertThat(messages).isEqualTo(expected);
    }

    @Test
    void thereIsNoMessageWithoutARecord() {
        assertThat(document.at("/components/messages").size()).isEqualTo(2 * kinds().size());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends WireRecord> void theExampleOfAMessage_isValidInBothFormats(Class<T> kind) throws IOException {
        String name = RecordCodec.name(kind);
        RecordCodec<T> codec = RecordCodec.of(kind);
        JsonNode json = example(name);
        assertThat(message(name).at("/payload/$ref").textValue()).isEqualTo("./json/" + name + ".schema.json");
        assertThat(JsonSchemaTest.errors(name, json.toString())).isEmpty();
        T record =
                codec.decode(json.toString().getBytes(StandardCharsets.UTF_8)).record();
        assertThat(written(codec, record)).isEqualTo(json);

        String avro = name + "_avro";
        assertThat(message(avro).at("/payload/schema/$ref").textValue()).isEqualTo("./avro/" + name + ".avsc");
        T asAvro = Mapping.record(
                Shapes.of(RecordSchema.load(name).current()).check(example(avro), FieldPath.ROOT, Form.TEXT), kind);
        assertThat(asAvro).isEqualTo(record);
        assertThat(codec.decode(codec.encode(asAvro, Format.AVRO)).record()).isEqualTo(record);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends WireRecord> void furtherExamples_areValidToo(Class<T> kind) throws IOException {
        String name = RecordCodec.name(kind);
        RecordCodec<T> codec = RecordCodec.of(kind);
        for (JsonNode further : message(name).get("examples")) {
            JsonNode json = further.get("payload");
            String of = name + ", " + further.get("name");
            assertThat(JsonSchemaTest.errors(name, json.toString())).as(of).isEmpty();
            T record = codec.decode(json.toString().getBytes(StandardCharsets.UTF_8))
                    .record();
            JsonNode written = written(codec, record);
            json.properties()
                    .forEach(field -> assertThat(written.get(field.getKey()))
                            .as(of + ", " + field.getKey())
                            .isEqualTo(field.getValue()));
        }
    }

    /** Whoever writes a client without this project's library reads the examples. */
    @ParameterizedTest
    @ValueSource(classes = {Dispatch.class, Result.class, Outcome.class, Control.class})
    void everyTypeOfARecord_hasAnExample(Class<? extends WireRecord> kind) {
        String name = RecordCodec.name(kind);
        Set<String> shown = new TreeSet<>();
        message(name)
                .get("examples")
                .forEach(example -> shown.add(example.at("/payload/type").textValue()));
        Object symbols = RecordSchema.load(name).current().getField("type").getObjectProp("symbols");
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        ((List<?>) symbols).stream().map(String.class::cast).toList());
    }

    private static <T extends WireRecord> JsonNode written(RecordCodec<T> codec, T record) throws IOException {
        return new ObjectMapper().readTree(codec.encode(record, Format.JSON));
    }

    private static JsonNode message(String name) {
        return document.at("/components/messages/" + name);
    }

    private static JsonNode example(String name) {
        JsonNode examples = message(name).get("examples");
        assertThat(examples).as(name).isNotEmpty();
        return examples.get(0).get("payload");
    }
}
