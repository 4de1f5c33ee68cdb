package dev.interlock.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text whose bytes are UTF-8 to the letter: nothing is replaced, no surrogate is let in. */
final class StrictText {
    private StrictText() {}

    static String decode(byte[] bytes, String path) {
        return decode(ByteBuffer.wrap(bytes), path);
    }

    static String decode(ByteBuffer bytes, String path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes.duplicate())
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidRecordException(path, Rule.UTF8, e.getMessage(), e);
        }
    }

    static boolean hasLoneSurrogate(String text) {
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (!Character.isSurrogate(unit)) {
                continue;
            }
            if (Character.isLowSurrogate(unit)
                    || at + 1 == text.length()
                    || !Character.isLowSurrogate(text.charAt(at + 1))) {
                return true;
            }
            at++;
        }
        return false;
    }
}
