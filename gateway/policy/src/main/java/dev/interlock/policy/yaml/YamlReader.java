package dev.interlock.policy.yaml;

import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a file of bounded size and depth. What a policy needs no more than a bomb does is refused: aliases, anchors,
 * tags, several documents, a key twice.
 */
public final class YamlReader {
    /** The largest file, in bytes. */
    public static final int MOST_BYTES = 1024 * 1024;

    /** How deep values may be nested. */
    public static final int DEPTH = 32;

    private YamlReader() {}

    /**
     * Reads one.
     *
     * @param utf8 the file
     * @param problems takes what is wrong with it
     * @return its only document; empty when it cannot be told what it says
     */
    public static Optional<Node> read(byte[] utf8, Problems problems) {
        if (utf8.length > MOST_BYTES) {
            problems.add(Place.START, Problem.FILE, "must have at most " + MOST_BYTES + " bytes", "larger");
            return Optional.empty();
        }
        return decode(utf8, problems).flatMap(text -> parse(text, problems));
    }

    private static Optional<String> decode(byte[] utf8, Problems problems) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(utf8.length + 1);
        ByteBuffer bytes = ByteBuffer.wrap(utf8);
        CoderResult result = decoder.decode(bytes, text, true);
        text.flip();
        if (result.isError()) {
            String found = String.format("the byte 0x%02x", utf8[bytes.position()]);
            problems.add(end(text.toString()), Problem.FILE, "must be UTF-8", found);
            return Optional.empty();
        }
        String read = text.toString();
        return Optional.of(read.startsWith("\ufeff") ? read.substring(1) : read);
    }

    private static Optional<Node> parse(String text, Problems problems) {
        if (tabbed(text, problems)) {
            return Optional.empty();
        }
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(MOST_BYTES + 1)
                .setUseMarks(true)
                .build();
        try {
            Iterator<Event> events = new Parse(settings).parseString(text).iterator();
            return new TreeBuilder(events, problems).document();
        } catch (MarkedYamlEngineException e) {
            problems.add(
                    e.getProblemMark().map(YamlReader::place).orElse(Place.START),
                    Problem.FILE,
                    "must be YAML: " + Shown.of(String.valueOf(e.getProblem())),
                    line(text, e.getProblemMark()));
        } catch (ReaderException e) {
            String found = String.format("U+%04X", e.getCodePoint());
            Place place = end(text.substring(0, Math.min(text.length(), Math.max(0, e.getPosition()))));
            problems.add(place, Problem.FILE, "must have printable characters only", found);
        } catch (YamlEngineException e) {
            problems.add(Place.START, Problem.FILE, "must be YAML", Shown.of(String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    /** Whether a line is indented by a tab, whose width nobody can know. */
    private static boolean tabbed(String text, Problems problems) {
        int line = 1;
        int column = 1;
        boolean indented = true;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '\t' && indented) {
                problems.add(new Place(line, column), Problem.FILE, "must be indented by spaces", "a tab");
                return true;
            }
            indented = letter == '\n' || indented && letter == ' ';
            line += letter == '\n' ? 1 : 0;
            column = letter == '\n' ? 1 : column + 1;
        }
        return false;
    }

    static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String line(String text, Optional<Mark> mark) {
        return mark.flatMap(m -> text.lines().skip(m.getLine()).findFirst())
                .map(line -> Shown.of(line.strip()))
                .filter(line -> !line.isEmpty())
                .map(line -> '"' + line + '"')
                .orElse("the end of it");
    }

    /** The place behind a text. */
    private static Place end(String text) {
        int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
        int column = text.length() - (text.lastIndexOf('\n') + 1) + 1;
        return new Place(line, column);
    }
}
