package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.COMMAND;
import static dev.interlock.audit.witness.Fault.INPUT;
import static dev.interlock.audit.witness.Fault.INVENTED;
import static dev.interlock.audit.witness.Fault.MISSING;
import static dev.interlock.audit.witness.Fault.UNOBEYED;
import static dev.interlock.audit.witness.Fault.UNWRITTEN;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.DeadLetterBuilder;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalInput;
import dev.interlock.schemas.JournalInputBuilder;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterSource;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Topics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What is done to inputs, to their entries and to dead letters. */
final class InputForgeries {
    private InputForgeries() {}

    static Stream<Forgery> all() {
        return Stream.concat(ofInputs(), ofCommands());
    }

    private static Stream<Forgery> ofInputs() {
        return Stream.of(
                Forgery.of("an input that nobody took up", it -> it.again(proposal(it)), INPUT),
                Forgery.of("an entry is lost", it -> it.drop(end(it).raw()), INPUT, UNWRITTEN),
                Forgery.of("what followed from an input is entered twice", InputForgeries::repeat, INPUT),
                Forgery.of("an input is decided twice", it -> decide(it, proposal(it)), INPUT),
                Forgery.of("an input is lost", it -> it.drop(proposal(it)), INVENTED),
                Forgery.of("an input is re-routed twice", it -> it.again(rerouted(it)), INPUT),
                Forgery.of("a re-routed input is lost", it -> it.drop(rerouted(it)), INPUT, INVENTED),
                Forgery.of(
                        "a re-routed input says something else",
                        it -> it.overwrite(rerouted(it), proposal(it).value()),
                        INPUT),
                Forgery.of("an input is decided where it went astray", it -> decide(it, astray(it)), INPUT),
                Forgery.of(
                        "a dead letter for what was decided",
                        it -> lay(it, proposal(it).at()),
                        INPUT,
                        UNWRITTEN),
                Forgery.of("a dead letter for nothing", it -> lay(it, nowhere(it)), INVENTED, UNWRITTEN),
                Forgery.of(
                        "a dead letter is lost",
                        it -> it.drop(letter(it, it.topics().proposals()).raw()),
                        INPUT,
                        MISSING));
    }

    private static Stream<Forgery> ofCommands() {
        return Stream.of(
                Forgery.of("a command reaches one stage only", it -> it.drop(passedOnToRuns(it)), COMMAND, INVENTED),
                Forgery.of(
                        "a stop does not reach a partition",
                        it -> it.drop(passedOnToRuns(it).getFirst().raw()),
                        COMMAND,
                        INVENTED),
                Forgery.of("a stop is carried on in steps, which name it", InputForgeries::step),
                obeyedBy("run", Topics::dispatches),
                obeyedBy("operation", Topics::operationDispatches),
                Forgery.of(
                        "a command reaches a partition twice",
                        it -> it.again(passedOnToRuns(it).getFirst().raw()),
                        COMMAND,
                        INPUT),
                Forgery.of(
                        "the dead letter of a command is lost",
                        it -> it.drop(letter(it, it.topics().control()).raw()),
                        COMMAND),
                Forgery.of(
                        "a command has two dead letters",
                        it -> it.again(letter(it, it.topics().control()).raw()),
                        COMMAND));
    }

    private static Forgery obeyedBy(String stage, Function<Topics, String> topic) {
        return Forgery.of(
                "a stop is not obeyed by a task of the " + stage + " stage",
                it -> it.unwrite(it.recording().dispatches().stream()
                        .filter(seen -> seen.at().topic().equals(topic.apply(it.topics())))
                        .filter(seen -> DispatchType.MARKER.equals(seen.record().type()))
                        .findFirst()
                        .orElseThrow()
                        .raw()),
                UNOBEYED);
    }

    private static Raw proposal(Forger it) {
        return it.recording().on(it.topics().proposals()).stream()
                .filter(raw -> raw.keyText().equals(RecordedLife.OPEN))
                .findFirst()
                .orElseThrow();
    }

    private static void decide(Forger it, Raw input) {
        Seen<JournalEntry> first = open(it).getFirst();
        it.enter(first, first.record().chain(), input, entry -> entry);
    }

    /** The run was told of a proposal that cannot be read, beside the entry that accounts for it. */
    private static void repeat(Forger it) {
        Seen<JournalEntry> told = open(it).getLast();
        Position input = InputForgeries.input(told);
        it.recording().all().stream()
                .filter(raw -> raw.at().equals(input))
                .findFirst()
                .ifPresent(raw -> it.enter(told, told.record().chain(), raw, entry -> entry));
    }

    private static Position input(Seen<JournalEntry> entry) {
        JournalInput input = entry.record().input();
        return new Position(input.topic(), input.partition(), input.offset());
    }

    private static List<Seen<JournalEntry>> open(Forger it) {
        return it.chain(Keys.runChain(RecordedLife.OPEN));
    }

    private static Seen<JournalEntry> end(Forger it) {
        String ended = it.recording().ends().getFirst().record().runId();
        return it.chain(Keys.runChain(ended)).getLast();
    }

    private static Raw rerouted(Forger it) {
        return it.recording().on(it.topics().proposals()).stream()
                .filter(raw -> !raw.headers().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    /** Where the re-routed one came from. */
    private static Raw astray(Forger it) {
        String origin = rerouted(it).headers().getFirst().text();
        return it.recording().on(it.topics().proposals()).stream()
                .filter(raw -> origin.equals(raw.at().topic() + "/" + raw.at().partition() + "/"
                        + raw.at().offset()))
                .findFirst()
                .orElseThrow();
    }

    /** Two steps that are equal, of one task. */
    private static void step(Forger it) {
        Raw stop = passedOnToRuns(it).getFirst().raw();
        Seen<JournalEntry> applied = it.recording().journal().stream()
                .filter(entry -> input(entry).equals(stop.at()))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 2; i++) {
            it.enter(
                    applied,
                    applied.record().chain(),
                    stop,
                    entry -> entry.input(JournalInputBuilder.builder(entry.input())
                            .kind("sweep")
                            .build()));
        }
    }

    private static Position nowhere(Forger it) {
        return new Position(it.topics().proposals(), 0, 1_000_000);
    }

    private static Seen<DeadLetter> letter(Forger it, String topic) {
        return it.recording().deadLetters().stream()
                .filter(seen -> seen.record().source().topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    private static void lay(Forger it, Position source) {
        Seen<DeadLetter> like = letter(it, it.topics().proposals());
        DeadLetter letter = DeadLetterBuilder.builder(like.record())
                .source(new LetterSource(source.topic(), source.partition(), source.offset(), 1))
                .build();
        it.add(like.at().topic(), like.at().partition(), like.raw().keyText(), Forger.bytes(letter));
    }

    private static List<Seen<StageControl>> passedOnToRuns(Forger it) {
        Recording recording = it.recording();
        return recording.passedOn().stream()
                .filter(seen -> seen.at().topic().equals(recording.topics().stageRunControl()))
                .filter(seen -> ControlType.STOP.equals(seen.record().control().type()))
                .toList();
    }
}
