package dev.interlock.backtest.field;

import static dev.interlock.backtest.field.FieldReport.loop;
import static dev.interlock.core.outcome.Reason.NO_PROGRESS;
import static dev.interlock.core.outcome.Reason.SAME_CALL;
import static dev.interlock.core.outcome.Reason.SAME_FAILURE;
import static dev.interlock.core.outcome.Reason.SHORT_CYCLE;
import static dev.interlock.core.outcome.Reason.TURN_BUDGET;

import dev.interlock.backtest.trial.Recording;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What went on for nothing until somebody noticed, and has to be denied. */
final class Loops {
    private Loops() {}

    static List<FieldReport> all() {
        return Stream.of(sameCall(), inTurn(), otherArguments(), failures(), endless())
                .flatMap(List::stream)
                .toList();
    }

    private static List<FieldReport> sameCall() {
        return List.of(
                loop(
                        "docker/docker-agent#2123",
                        "one part of a file is read 629 times",
                        SAME_CALL,
                        run().times(629, (r, i) -> r.reads("part", "text"))),
                loop(
                                "macanderson/stella#440",
                                "a file is read four times, and only the count of reads below it differs",
                                SAME_CALL,
                                run().times(4, (r, i) -> r.reads("file", Json.of(Map.of("text", "lines", "reads", i)))))
                        .where("{volatile_result: [/reads]}"),
                loop(
                        "HKUDS/nanobot#2298",
                        "a script that says nothing is run 172 times",
                        SAME_CALL,
                        run().times(172, (r, i) -> r.runs("script", ""))),
                loop(
                        "quintonmiller/tailored-ai#528",
                        "an empty memory is asked three times",
                        SAME_CALL,
                        run().times(3, (r, i) -> r.reads("memory", "is empty"))),
                loop(
                        "tailcallhq/forgecode#3247",
                        "two edits, two searches, and then the same lines seven times",
                        SAME_CALL,
                        run().writes("a", "ok")
                                .writes("b", "ok")
                                .times(2, (r, i) -> r.reads("search b", "line 600"))
                                .times(7, (r, i) -> r.reads("b, lines 590 to 620", "text"))),
                loop(
                        "openai/codex#7049",
                        "a push had nothing to do, and the state is asked for ever after",
                        SAME_CALL,
                        run().runs("status", "clean")
                                .runs("push", "up to date")
                                .times(4, (r, i) -> r.runs("status", "clean"))),
                loop(
                        "openai/codex#6970",
                        "commands that do nothing, to say that all is done",
                        SAME_CALL,
                        run().runs("echo done", "done")
                                .runs("true", "")
                                .runs("echo done again", "done again")
                                .times(6, (r, i) -> r.runs("true", ""))));
    }

    private static List<FieldReport> inTurn() {
        return List.of(
                loop(
                        "anomalyco/opencode#47759",
                        "two reads take turns",
                        SAME_CALL,
                        run().times(3, (r, i) -> r.reads("a", "1").reads("b", "2"))),
                loop(
                        "anomalyco/opencode#47759",
                        "two commands take turns",
                        SHORT_CYCLE,
                        run().times(3, (r, i) -> r.runs("a", "1").runs("b", "2"))),
                loop(
                        "openai/codex#38931",
                        "the same three checks after each time the conversation was cut short",
                        SAME_CALL,
                        run().times(3, (r, i) -> r.times(3, (s, k) -> s.reads("check " + k, "fine " + k)))),
                loop(
                        "openclaw/openclaw#77474",
                        "one command brings the same bytes fifty times",
                        SAME_CALL,
                        run().times(50, (r, i) -> r.runs("x", "bytes"))),
                loop(
                        "DeusData/codebase-memory-mcp#1247",
                        "one cursor brings one page",
                        SAME_CALL,
                        run().times(5, (r, i) -> r.reads("list, cursor c", "page"))),
                loop(
                        "sparfenyuk/mcp-proxy#233",
                        "the second page is the first, and names itself as the next",
                        SAME_CALL,
                        run().reads("list", "page 1").times(5, (r, i) -> r.reads("list, cursor c8", "page 1"))));
    }

    private static List<FieldReport> otherArguments() {
        return List.of(
                loop(
                        "openai/openai-agents-python#191",
                        "a search in other words brings the same",
                        NO_PROGRESS,
                        run().times(100, (r, i) -> r.reads("words " + i, "the same list"))),
                loop(
                        "openai/openai-agents-js#512",
                        "no good candidate, whichever page is fetched",
                        NO_PROGRESS,
                        run().times(60, (r, i) -> r.reads("page " + i, "no good candidate"))),
                loop(
                        "macanderson/stella#4034",
                        "a file is read to its end, and then once more from its beginning",
                        NO_PROGRESS,
                        run().times(100, (r, i) -> r.reads("from line " + 40 * i, "lines " + i))
                                .times(64, (r, i) -> r.reads("from line " + 40 * i, "lines " + i))),
                loop(
                        "2389-research/tracker#531",
                        "something is called in each turn and nothing comes of it",
                        NO_PROGRESS,
                        run().times(80, (r, i) -> r.reads("place " + i, "nothing"))));
    }

    private static List<FieldReport> failures() {
        return List.of(
                loop(
                        "google-gemini/gemini-cli#16954",
                        "26 directories are listed with one wrong option",
                        SAME_FAILURE,
                        run().times(26, (r, i) -> r.failsForGood("directory " + i, "no such option"))),
                loop(
                        "elizaOS/eliza#7924",
                        "arguments of 25 shapes, none of them valid",
                        SAME_FAILURE,
                        run().times(25, (r, i) -> r.failsForGood("shape " + i, "invalid"))),
                loop(
                        "moltis-org/moltis#658",
                        "a call without its one argument, 25 times",
                        SAME_CALL,
                        run().times(25, (r, i) -> r.failsForGood("", "command is missing"))),
                loop(
                        "michaelasper/kir-ai#337",
                        "five empty reads",
                        SAME_CALL,
                        run().times(5, (r, i) -> r.failsForGood("", "invalid"))),
                loop(
                        "can1357/oh-my-pi#12564",
                        "eight invalid lists, warned of once",
                        SAME_CALL,
                        run().times(8, (r, i) -> r.failsForGood("", "invalid"))),
                loop(
                        "Kilo-Org/kilocode#14143",
                        "an edit that cannot be applied, in the background",
                        SAME_CALL,
                        run().times(40, (r, i) -> r.failsForGood("edit", "no match"))),
                loop(
                        "block/buzz#5557",
                        "too many calls, and at once the next",
                        SAME_CALL,
                        run().times(40, (r, i) -> r.failsForNow("a", "429"))),
                loop(
                        "GCWing/OpenBitFun#1184",
                        "ten tries of ten tries",
                        SAME_CALL,
                        run().times(100, (r, i) -> r.failsForNow("a", "503"))),
                loop(
                        "openclaw/openclaw#120448",
                        "the client runs a tool, and what comes of it is never reported",
                        NO_PROGRESS,
                        run().times(4, (r, i) -> r.readsUnreported("plan"))),
                loop(
                        "openclaw/openclaw#62614",
                        "a model does not answer, and is sent everything again",
                        SAME_CALL,
                        run().times(20, (r, i) -> r.failsForNow("the whole conversation", "timeout"))));
    }

    private static List<FieldReport> endless() {
        return List.of(
                loop(
                        "AltimateAI/altimate-code#657",
                        "patch after patch for hours, waved through by a person every thirty calls",
                        TURN_BUDGET,
                        run().times(600, (r, i) -> r.hears(i / 30).writes("patch " + i, "ok"))),
                loop(
                        "openai/codex#33294",
                        "a run that nobody watches and nothing bounds",
                        TURN_BUDGET,
                        run().times(600, (r, i) -> r.reads("a" + i, "new " + i))),
                loop(
                        "openclaw/openclaw#89090",
                        "one message is sent 160 times under one identity, and each has its own number",
                        NO_PROGRESS,
                        run().times(160, (r, i) -> r.writesAs("message", "text", "id " + i))));
    }

    private static Recording run() {
        return Recording.begins();
    }
}
