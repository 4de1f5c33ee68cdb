package dev.interlock.server.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.interlock.core.run.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Sees whether a stored run has ended without reading all of it: most of those a store holds have, and are large. */
public final class RunPeek {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String ENDED = Phase.ENDED.name();

    private RunPeek() {}

    /**
     * Whether the run has ended.
     *
     * @param stored the store's value
     * @throws UncheckedIOException when it is none
     */
    public static boolean hasEnded(byte[] stored) {
        try (JsonParser parser = FACTORY.createParser(stored)) {
            int depth = 0;
            boolean inState = false;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && depth == 1) {
                    inState = parser.currentName().equals("state");
                } else if (token == JsonToken.FIELD_NAME
                        && depth == 2
                        && inState
                        && parser.currentName().equals("phase")) {
                    return parser.nextTextValue().equalsIgnoreCase(ENDED);
                } else if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                }
            }
            throw new IOException("no phase");
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored run", e);
        }
    }
}
