package dev.interlock.audit.explain;

import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.RecordCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who gave the commands that entries name by their place, as long as they are on their topic. */
final class Commands {
    private static final RecordCodec<Control> CODEC = RecordCodec.of(Control.class);
    /** A stop is named by its control id with the place of its record, such as {@code c-7@2-41}. */
    private static final Pattern PLACED = Pattern.compile(".*@(\\d{1,9})-(\\d{1,18})");

    private final Source source;
    private final Map<String, Optional<Control>> known = new LinkedHashMap<>();

    Commands(Source source) {
        this.source = source;
    }

    /** The step with who said so, where a stop came in. */
    Step add(Step step) {
        String control = step.facts().get("control");
        return Optional.ofNullable(control)
                .flatMap(name -> known.computeIfAbsent(name, this::find))
                .map(command -> with(step, command))
                .orElse(step);
    }

    private static Step with(Step step, Control command) {
        Map<String, String> facts = new LinkedHashMap<>(step.facts());
        facts.put("by", command.by());
        facts.put("because", command.reason());
        return new Step(step.recorded(), facts, step.guard(), step.counters(), step.effects(), step.doubt());
    }

    private Optional<Control> find(String name) {
        Matcher placed = PLACED.matcher(name);
        if (!placed.matches()) {
            return Optional.empty();
        }
        int partition = Integer.parseInt(placed.group(1));
        long offset = Long.parseLong(placed.group(2));
        return source.slices(source.topics().control()).stream()
                .filter(slice -> slice.partition() == partition)
                .filter(slice -> offset >= slice.beginning() && offset < slice.end())
                .findFirst()
                .flatMap(slice -> read(slice, offset));
    }

    /** There are few commands: reading on to the end costs less than a way to stop. */
    private Optional<Control> read(Slice slice, long offset) {
        Map<Long, byte[]> found = new LinkedHashMap<>();
        source.read(slice, offset, raw -> {
            if (raw.at().offset() == offset && raw.value() != null) {
                found.put(offset, raw.value());
            }
        });
        return Optional.ofNullable(found.get(offset)).flatMap(Commands::decoded);
    }

    private static Optional<Control> decoded(byte[] value) {
        try {
            return Optional.of(CODEC.decode(value).record());
        } catch (InvalidRecordException e) {
            // A stop is obeyed by its key or header alone: nobody is named then.
            return Optional.empty();
        }
    }
}
