package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SymbolsTest {

    @Test
    void theListsInJava_areThoseOfTheSchemas() {
        Set<Set<String>> java = new HashSet<>();
        for (Class<?> list : Symbols.class.getDeclaredClasses()) {
            java.add(constants(list));
        }
        assertThat(java).isEqualTo(inSchemas());
    }

    private static Set<String> constants(Class<?> list) {
        Set<String> symbols = new LinkedHashSet<>();
        for (Field field : list.getFields()) {
            String symbol = value(field);
            assertThat(field.getName()).isEqualTo(symbol.toUpperCase(Locale.ROOT));
            symbols.add(symbol);
        }
        return symbols;
    }

    private static String value(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field.toString(), e);
        }
    }

    private static Set<Set<String>> inSchemas() {
        Set<Set<String>> lists = new HashSet<>();
        for (Class<? extends WireRecord> kind : Samples.kinds()) {
            collect(RecordSchema.load(RecordCodec.name(kind)).current(), lists);
        }
        return lists;
    }

    private static void collect(Schema record, Set<Set<String>> lists) {
        for (Schema.Field field : record.getFields()) {
            if (field.getObjectProp("symbols") instanceof Collection<?> symbols) {
                Set<String> list = new LinkedHashSet<>();
                symbols.forEach(symbol -> list.add((String) symbol));
                lists.add(list);
            }
            Schema present = Shapes.present(field.schema());
            Schema inner = present.getType() == Schema.Type.ARRAY ? present.getElementType() : present;
            if (inner.getType() == Schema.Type.RECORD) {
                collect(inner, lists);
            }
        }
    }
}
