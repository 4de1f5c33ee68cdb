package dev.interlock.server.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.interlock.core.outcome.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * The JSON form of the core's values, for state stores and journal facts. Equal values give equal bytes: components in
 * the order of their records, maps that keep no order sorted by key, absent parts left out.
 */
final class CoreJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .addModule(new Jdk8Module())
            .addModule(symbols())
            .addModule(CoreShapes.module())
            .build();

    private CoreJson() {}

    /** The value's bytes. */
    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A core value has no JSON form: " + value.getClass(), e);
        }
    }

    /** The value as a tree. */
    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws UncheckedIOException when the bytes are anything else: the store is damaged
     */
    static <T> T read(byte[] bytes, Class<T> type) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored " + type.getSimpleName(), e);
        }
    }

    /** Reads what {@link #bytes} wrote of a type with parameters. */
    static <T> T read(byte[] bytes, JavaType type) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored " + type, e);
        }
    }

    /**
     * Reads a tree.
     *
     * @throws JsonProcessingException when it is not of this type; its path names the place
     */
    static <T> T read(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, type);
    }

    private static SimpleModule symbols() {
        return new SimpleModule("symbols")
                .addSerializer(new EnumSymbols())
                .addKeySerializer(Reason.class, new ReasonKeys())
                .addKeyDeserializer(Reason.class, new ReasonKeyReader());
    }

    /** An enum's constant as the contract writes it. */
    private static final class EnumSymbols extends JsonSerializer<Enum<?>> {
        @SuppressWarnings("unchecked")
        @Override
        public Class<Enum<?>> handledType() {
            return (Class<Enum<?>>) (Class<?>) Enum.class;
        }

        @Override
        public void serialize(Enum<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    }

    private static final class ReasonKeys extends JsonSerializer<Reason> {
        @Override
        public void serialize(Reason value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeFieldName(value.code());
        }
    }

    private static final class ReasonKeyReader extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            for (Reason reason : Reason.values()) {
                if (reason.code().equals(key)) {
                    return reason;
                }
            }
            return context.handleWeirdKey(Reason.class, key, "must be a reason code");
        }
    }
}
