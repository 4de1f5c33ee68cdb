package dev.interlock.schemas;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The one Jackson configuration: snake_case, exact decimals, absent instead of null. */
final class Mapping {
    static final ObjectMapper MAPPER = JsonMapper.builder(StrictJson.FACTORY)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.USE_DEFAULTS))
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(new SimpleModule()
                    .addSerializer(Json.class, new JsonWriter())
                    .addDeserializer(Json.class, new JsonReader()))
            .build();

    private Mapping() {}

    static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
    }

    static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
    }

    static <T> T record(JsonNode tree, Class<T> type) {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The schema of " + type.getSimpleName() + " differs from the record", e);
        }
    }

    /** Hands a {@link Json} through as it is between record and tree; writes it as JSON elsewhere. */
    private static final class JsonWriter extends JsonSerializer<Json> {
        @Override
        public void serialize(Json value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (out instanceof TokenBuffer) {
                out.writeEmbeddedObject(value);
            } else {
                out.writeTree(value.node());
            }
        }
    }

    /** Takes a {@link Json} that a checked tree carries. */
    private static final class JsonReader extends JsonDeserializer<Json> {
        @Override
        public Json deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return (Json) in.getEmbeddedObject();
        }
    }
}
