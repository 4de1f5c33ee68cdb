package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.NO_PROGRESS;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.wrong;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.keepsTrying;

import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.IntStream;

/** What counts as getting somewhere. */
final class Progressing {
    private static final int NIGHT = 300;
    private static final List<String> ERRORS =
            List.of("no_such_file", "is_a_directory", "name_too_long", "not_a_directory");

    private Progressing() {}

    static List<Scenario> rows() {
        return List.of(
                named("three-hundred-calls-in-a-night")
                        .titled("Ever other wrong paths, each with another error, are no progress")
                        .when(keepsTrying(IntStream.rangeClosed(1, NIGHT).mapToObj(Progressing::wrongPath)))
                        .ends(STOPPED, NO_PROGRESS)
                        .executes(3),
                named("only-time-passes")
                        .titled("Asking with another time in the arguments is no progress")
                        .when(keepsTrying(IntStream.rangeClosed(1, 20).mapToObj(Progressing::oneMinuteLater)))
                        .ends(STOPPED, NO_PROGRESS)
                        .executes(4),
                named("poll-with-rising-revision")
                        .titled("A poll goes on as long as the revision rises")
                        .when(
                                poll().gets(ok().revision(1)),
                                poll().gets(ok().revision(2)),
                                poll().gets(ok().revision(3)),
                                poll().gets(ok().revision(4)),
                                poll().gets(ok().revision(5)),
                                poll().gets(ok().revision(6).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(6),
                named("success-again-and-again")
                        .titled("Success reported again and again at the same revision is no progress")
                        .when(keepsTrying(IntStream.rangeClosed(1, 20).mapToObj(Progressing::updateContact)))
                        .ends(STOPPED, NO_PROGRESS)
                        .executes(4));
    }

    private static ScriptedProposal wrongPath(int n) {
        return read("read-file").with("path", "/reports/" + n).gets(wrong(ERRORS.get(n % ERRORS.size())));
    }

    private static ScriptedProposal oneMinuteLater(int n) {
        return read("status").with("at", "12:%02d".formatted(n)).gets(ok().revision(7));
    }

    private static ScriptedProposal poll() {
        return read("job-status").with("job", 42);
    }

    private static ScriptedProposal updateContact(int n) {
        return write("update-contact", "contact-1842-update-" + n)
                .with("contact", 1842)
                .with("note", n)
                .gets(ok().revision(9));
    }
}
