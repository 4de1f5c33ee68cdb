package dev.interlock.policy.form;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
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
import java.util.Locale;

/**
 * The JSON form of the core's values. Equal values give equal bytes: components in the order of their records, maps that
 * keep no order sorted by key, absent parts left out.
 */
public final class CoreForm {
    private CoreForm() {}

    /** A mapper for policies and their parts, to which shapes of other values may be added. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                .addModule(new Jdk8Module())
                .addModule(symbols())
                .addModule(PolicyShapes.module());
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
