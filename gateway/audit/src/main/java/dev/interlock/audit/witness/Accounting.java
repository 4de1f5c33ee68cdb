package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalInput;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Topics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every input is accounted for exactly once: decided in one journal entry, or unreadable in one dead letter (which a
 * stage journals too), or written once more where it belongs.
 */
final class Accounting {
    static final String ORIGIN = "interlock-origin";

    /** Kinds of entries that a run or operation gets because of an input its partition's chain has an entry for. */
    private static final Set<String> CONSEQUENCES = Set.of("stop", "unreadable");

    private static final String LETTER = "dead_letter";
    private static final String STEP = "sweep";

    private final Recording recording;
    private final Map<Position, List<Seen<JournalEntry>>> entries;
    private final Map<Position, List<Seen<DeadLetter>>> letters;
    private final Map<Position, List<Seen<StageControl>>> passedOn;
    private final Map<String, List<Raw>> copies;
    private final List<Complaint> complaints = new ArrayList<>();

    private Accounting(Recording recording) {
        this.recording = recording;
        this.entries = recording.journal().stream().collect(Collectors.groupingBy(entry -> position(entry.record())));
        this.letters = recording.deadLetters().stream()
                .collect(Collectors.groupingBy(letter -> new Position(
                        letter.record().source().topic(),
                        letter.record().source().partition(),
                        letter.record().source().offset())));
        this.passedOn = recording.passedOn().stream()
                .collect(Collectors.groupingBy(seen -> seen.record().origin()));
        this.copies = inputs(recording.topics()).stream()
                .flatMap(topic -> recording.on(topic).stream())
                .filter(raw -> raw.header(ORIGIN).isPresent())
                .collect(Collectors.groupingBy(raw -> raw.header(ORIGIN).orElseThrow()));
    }

    static List<Complaint> complaints(Recording recording) {
        Accounting all = new Accounting(recording);
        inputs(recording.topics()).stream()
                .flatMap(topic -> recording.on(topic).stream())
                .filter(raw -> recording.owns(raw.at()))
                .forEach(all::judge);
        recording.on(recording.topics().control()).stream()
                .filter(raw -> recording.owns(raw.at()))
                .forEach(all::judgeCommand);
        all.judgeInvented();
        return all.complaints;
    }

    private void judge(Raw raw) {
        if (raw.timestampMs() <= recording.horizonMs()) {
            return;
        }
        List<Seen<JournalEntry>> all = entries.getOrDefault(raw.at(), List.of());
        List<Seen<JournalEntry>> found =
                all.stream().filter(entry -> !isStep(entry)).toList();
        List<Seen<JournalEntry>> own =
                found.stream().filter(entry -> !isConsequence(entry)).toList();
        long again = copies(raw);
        int unreadable = letters.getOrDefault(raw.at(), List.of()).size();
        boolean waits = found.isEmpty() && again == 0 && unreadable == 0;
        boolean recent = all.stream()
                        .anyMatch(entry -> !recording.isWithin(entry.record().atMs()))
                || letters.getOrDefault(raw.at(), List.of()).stream()
                        .anyMatch(letter -> !recording.isWithin(letter.record().atMs()));
        if (!recording.extent().isAtRest() && (waits || recent)) {
            return;
        }
        boolean once = again == 1 ? found.isEmpty() && unreadable == 0 : again == 0 && own.size() == 1;
        boolean repeated = found.stream().map(Accounting::decision).distinct().count() < found.size();
        boolean lettered =
                unreadable == own.stream().filter(Accounting::isLetter).count();
        boolean carried = found.size() == all.size() || own.stream().anyMatch(Accounting::isStop);
        if (!once || repeated || !lettered || !carried) {
            complaints.add(Fault.INPUT.at(
                    raw.at(),
                    "%d entries, %d dead letters and %d copies of what has the key %s"
                            .formatted(own.size(), unreadable, again, raw.keyText())));
        }
    }

    private void judgeCommand(Raw raw) {
        List<Seen<StageControl>> passed = passedOn.getOrDefault(raw.at(), List.of());
        int unreadable = letters.getOrDefault(raw.at(), List.of()).size();
        boolean recent = passed.stream()
                .anyMatch(seen -> !recording.isWithin(seen.record().atMs()));
        boolean waits = !recording.extent().isAtRest() && (recent || passed.isEmpty() && unreadable == 0);
        if (waits || raw.timestampMs() <= recording.horizonMs()) {
            return;
        }
        Map<String, List<Integer>> to = new TreeMap<>();
        passed.forEach(seen -> to.computeIfAbsent(seen.at().topic(), key -> new ArrayList<>())
                .add(seen.at().partition()));
        boolean all = passed.stream()
                .limit(1)
                .allMatch(seen -> reached(to).equals(concerned(seen.record().control())));
        boolean twice = to.values().stream()
                .anyMatch(partitions -> Set.copyOf(partitions).size() < partitions.size());
        if (twice || !all || unreadable > 1 || passed.isEmpty() && unreadable == 0) {
            complaints.add(Fault.COMMAND.at(raw.at(), "%d dead letters, passed on to %s".formatted(unreadable, to)));
        }
    }

    private static Map<String, Integer> reached(Map<String, List<Integer>> to) {
        return to.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, topic -> Set.copyOf(topic.getValue()).size()));
    }

    /** How many partitions of each stage a command concerns: that of its run or operation, or all. */
    private Map<String, Integer> concerned(Control control) {
        String runs = recording.topics().stageRunControl();
        String operations = recording.topics().stageOperationControl();
        int all = recording.frame().partitions();
        return switch (control.type()) {
            case ControlType.APPROVE, ControlType.REJECT, ControlType.RESUME, ControlType.GRANT -> Map.of(runs, 1);
            case ControlType.RESOLVE -> Map.of(operations, 1);
            case ControlType.PUBLISH_POLICY -> Map.of(runs, all);
            case ControlType.STOP, ControlType.LIFT ->
                Map.of(runs, ScopeKind.RUN.equals(control.scope().kind()) ? 1 : all, operations, all);
            default -> Map.of(runs, all, operations, all);
        };
    }

    /** Nothing is decided that nobody wrote. */
    private void judgeInvented() {
        Set<Position> there = recording.all().stream().map(Raw::at).collect(Collectors.toSet());
        Stream.of(entries, letters)
                .flatMap(all -> all.entrySet().stream())
                .filter(named -> recording.owns(named.getKey()) && !there.contains(named.getKey()))
                .filter(named -> !recording.extent().isOutside(named.getKey()))
                .forEach(named -> complaints.add(
                        Fault.INVENTED.at(named.getValue().getFirst().at(), "names " + Share.name(named.getKey()))));
    }

    private long copies(Raw raw) {
        return copies.getOrDefault(Share.name(raw.at()), List.of()).stream()
                .filter(copy ->
                        Arrays.equals(copy.key(), raw.key()) && copy.digest().equals(raw.digest()))
                .count();
    }

    /** One input can concern a run or operation in several ways, but in each only once. */
    private static List<Object> decision(Seen<JournalEntry> entry) {
        return List.of(entry.record().chain(), entry.record().input());
    }

    private static boolean isConsequence(Seen<JournalEntry> entry) {
        return !entry.record().chain().startsWith("part:")
                && CONSEQUENCES.contains(entry.record().input().kind());
    }

    /** A stop is carried on in as many steps as it takes, each with the place of the command that it took effect with. */
    private boolean isStep(Seen<JournalEntry> entry) {
        String topic = entry.record().input().topic();
        return entry.record().chain().startsWith("part:")
                && STEP.equals(entry.record().input().kind())
                && (topic.equals(recording.topics().stageRunControl())
                        || topic.equals(recording.topics().stageOperationControl()));
    }

    private static boolean isStop(Seen<JournalEntry> entry) {
        return entry.record().decision().equals("stopped");
    }

    /** What could not be read, and a command that was read and refused. */
    private static boolean isLetter(Seen<JournalEntry> entry) {
        return entry.record().effects().stream()
                .anyMatch(effect -> effect.kind().equals(LETTER));
    }

    private static Position position(JournalEntry entry) {
        JournalInput input = entry.input();
        return new Position(input.topic(), input.partition(), input.offset());
    }

    private static List<String> inputs(Topics topics) {
        return List.of(
                topics.proposals(),
                topics.results(),
                topics.operationResults(),
                topics.stageRequests(),
                topics.stageAnswers(),
                topics.stageRunControl(),
                topics.stageOperationControl());
    }

    /** How often each kind of account was taken, for the report of a test. */
    static String summary(Recording recording) {
        Accounting all = new Accounting(recording);
        long inputs = inputs(recording.topics()).stream()
                        .mapToLong(topic -> recording.on(topic).size())
                        .sum()
                + recording.on(recording.topics().control()).size();
        long rerouted = all.copies.values().stream().mapToLong(List::size).sum();
        return "%d inputs, %d journal entries, %d dead letters, %d re-routed"
                .formatted(
                        inputs,
                        recording.journal().size(),
                        recording.deadLetters().size(),
                        rerouted);
    }
}
