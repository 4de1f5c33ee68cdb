package dev.interlock.server.view;

import dev.interlock.core.operation.OperationVerdict;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What became of commands about operations. */
public final class CommandView {
    /** Clocks of operator and brokers may differ by so much. */
    private static final long SKEW_MS = 60_000;

    private static final String RESOLVED = OperationVerdict.What.RESOLVED.code();

    private final CommittedTopic journal;
    private final CommittedTopic deadLetters;

    /** The commands to the gateways with these topics; looking takes at most {@code patience} a topic. */
    public CommandView(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings topics, Duration patience) {
        this.journal = new CommittedTopic(cluster, topics.topics().journal(), patience);
        this.deadLetters = new CommittedTopic(cluster, topics.topics().deadLetters(), patience);
    }

    /**
     * What became of a command.
     *
     * @param error why it was not carried out; empty when it was
     */
    public record Answer(Optional<LetterError> error) {}

    /**
     * Looks for what became of a command.
     *
     * @param operationId the operation it is about
     * @param command where it stands
     * @param sentAtMs when it was sent
     * @return empty while no gateway has decided on it
     * @throws ViewException when the topics cannot be read in time
     */
    public Optional<Answer> answer(String operationId, Position command, long sentAtMs) {
        List<Answer> found = new ArrayList<>();
        deadLetters.read(Optional.empty(), sentAtMs - SKEW_MS, record -> {
            DeadLetter letter = TopicRecords.deadLetter(record.value());
            if (command.equals(letter.origin()) || isFrom(command, letter)) {
                found.add(new Answer(Optional.of(letter.error())));
            }
        });
        if (found.isEmpty()) {
            String chain = Keys.operationChain(operationId);
            journal.read(Optional.of(chain), sentAtMs - SKEW_MS, record -> {
                JournalEntry entry = TopicRecords.journalEntry(record.value());
                boolean carriedOut = entry.decision().equals(RESOLVED);
                if (carriedOut
                        && entry.chain().equals(chain)
                        && command.equals(entry.input().origin())) {
                    found.add(new Answer(Optional.empty()));
                }
            });
        }
        return found.stream().findFirst();
    }

    private static boolean isFrom(Position command, DeadLetter letter) {
        return letter.source().topic().equals(command.topic())
                && letter.source().partition() == command.partition()
                && letter.source().offset() == command.offset();
    }
}
