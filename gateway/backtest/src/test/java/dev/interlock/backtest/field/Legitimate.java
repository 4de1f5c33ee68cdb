package dev.interlock.backtest.field;

import static dev.interlock.backtest.field.FieldReport.legitimate;

import dev.interlock.backtest.trial.Recording;
import java.util.List;
import java.util.stream.Stream;

/** Work that other guards blocked and that has to go on. */
final class Legitimate {
    private Legitimate() {}

    static List<FieldReport> all() {
        return Stream.of(changing(), distinct(), afterChange(), parallel(), failing(), Waiting.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The same call, and something else comes back. */
    private static List<FieldReport> changing() {
        return List.of(
                legitimate(
                        "modelcontextprotocol/typescript-sdk#2735",
                        "one cursor that never changes brings page after page",
                        run().times(40, (r, i) -> r.reads("list, cursor c", "page " + i))),
                legitimate(
                        "RooCodeInc/Roo-Code#9502",
                        "the output of one shell is read fifty times, and each time there is more",
                        run().times(50, (r, i) -> r.reads("output of s", "bytes " + i))),
                legitimate(
                        "RooCodeInc/Roo-Code#9502",
                        "a cursor kept by the server is asked for its next rows without any argument",
                        run().times(50, (r, i) -> r.reads("", "rows " + i))),
                legitimate(
                        "QwenLM/qwen-code#9492",
                        "a board of tasks is looked at again and again while it changes",
                        run().times(12, (r, i) -> r.reads("tasks", i + " done"))),
                legitimate(
                        "weave-os/router#1123",
                        "nothing is typed into a process five times, and it has got further each time",
                        run().times(5, (r, i) -> r.runs("type nothing", "step " + i))),
                legitimate(
                        "crewAIInc/crewAI#2248",
                        "a counter is asked for its next number",
                        run().times(20, (r, i) -> r.runs("next number", "number " + i))),
                legitimate(
                        "crewAIInc/crewAI#518",
                        "the same call is made a second time",
                        run().times(2, (r, i) -> r.reads("x", "1"))));
    }

    /** One thing after the other in many places. */
    private static List<FieldReport> distinct() {
        return List.of(
                legitimate(
                        "google-gemini/gemini-cli#5873",
                        "each of many files is searched, moved and entered in its index",
                        run().times(
                                        40,
                                        (r, i) -> r.reads("search " + i, "found " + i)
                                                .runs("move " + i, "")
                                                .writes("enter " + i, "ok"))),
                legitimate(
                        "google-gemini/gemini-cli#7950",
                        "a large file is read block by block",
                        run().times(200, (r, i) -> r.reads("block " + i, "text " + i))),
                legitimate(
                        "bytedance/deer-flow#2591",
                        "one program is run over all samples and says nothing",
                        run().times(150, (r, i) -> r.runs("sample " + i, ""))),
                legitimate(
                        "vstorm-co/pydantic-deepagents#208",
                        "each file that is attached is acknowledged alike",
                        run().times(100, (r, i) -> r.writes("attach " + i, "true"))),
                legitimate(
                        "RooCodeInc/Roo-Code#9377",
                        "three files are read",
                        run().times(3, (r, i) -> r.reads("file " + i, "text " + i))),
                legitimate(
                        "NousResearch/hermes-agent#85333",
                        "two files that hold the same are read",
                        run().times(2, (r, i) -> r.reads("file " + i, "the same text"))),
                legitimate(
                        "agent-tools-org/ai-dispatch#125",
                        "one file is written eight times, with other text each time",
                        run().times(8, (r, i) -> r.writes("file, text " + i, "ok"))));
    }

    /** The same call after something was changed. */
    private static List<FieldReport> afterChange() {
        return List.of(
                legitimate(
                        "cline/cline#9836",
                        "a file is read again after a command that may have changed it",
                        run().times(6, (r, i) -> r.reads("file", "text").runs("replace word " + i, ""))),
                legitimate(
                        "QwenLM/qwen-code#9733",
                        "the program is edited and run until it works, and fails alike until then",
                        run().times(
                                        15,
                                        (r, i) -> r.writes("program, text " + i, "ok")
                                                .runs("program", "exit 1"))
                                .reads("result", "done")),
                legitimate(
                        "QwenLM/qwen-code#9733",
                        "tests are run again after each change, and one file is looked at before each",
                        run().times(
                                        10,
                                        (r, i) -> r.reads("file", "text " + i)
                                                .writes("change " + i, "ok")
                                                .runs("tests", "3 failed"))),
                legitimate(
                        "QwenLM/qwen-code#571",
                        "long ordinary work: files read, changed and read again, tests now and then",
                        run().times(
                                        60,
                                        (r, i) -> r.reads("file " + i % 7, "text " + i / 7)
                                                .writes("file " + i % 7 + ", text " + i, "ok")
                                                .reads("list", "7 files")
                                                .runs("tests", i % 3 + " failed"))),
                legitimate(
                        "cline/cline#10358",
                        "two calls time out, a person says go on, and one more times out",
                        run().hears(1)
                                .times(2, (r, i) -> r.failsForNow("a", "timeout"))
                                .hears(2)
                                .failsForNow("a", "timeout")
                                .reads("a", "1")));
    }

    /** Calls of one model answer. */
    private static List<FieldReport> parallel() {
        return List.of(
                legitimate(
                        "dimetron/pi-go#239",
                        "ten names are tried at once and none exists; the next call is a good one",
                        run().inTurn(1)
                                .times(10, (r, i) -> r.failsForGood("model " + i, "not found"))
                                .inTurn(2)
                                .reads("models", "list")
                                .inTurn(3)
                                .reads("model a", "found")),
                legitimate(
                        "tailcallhq/forgecode#1319",
                        "a batch of reads fails; the same tool then reads what is there",
                        run().inTurn(1)
                                .times(8, (r, i) -> r.failsForGood("file " + i, "no such file"))
                                .inTurn(2)
                                .reads("other file", "text")),
                legitimate(
                        "QwenLM/qwen-code#9492",
                        "four answers of sixteen reads each",
                        run().times(4, (r, t) -> r.inTurn(t).times(16, (s, i) -> s.reads(t + "/" + i, t + "/" + i)))));
    }

    private static List<FieldReport> failing() {
        return List.of(
                legitimate(
                        "prime-radiant-inc/evener#342",
                        "eleven calls are refused for a while in five minutes, and each is made once more",
                        run().times(11, (r, i) -> r.failsForNow("a" + i, "429").reads("a" + i, "new " + i))),
                legitimate(
                        "cline/cline#10358",
                        "a service is not there for four tries and then is",
                        run().times(4, (r, i) -> r.failsForNow("a", "503")).reads("a", "1")),
                legitimate(
                        "open-ace/open-ace#3139",
                        "three commands fail alike, the fourth works",
                        run().times(3, (r, i) -> r.failsForGood("command " + i, "exit 2"))
                                .reads("command 4", "done")),
                legitimate(
                        "KanishJebaMathewM/Truxify#2885",
                        "a write that was refused is not answered with that refusal when it is made again",
                        run().isRefusedAs("k", "text", "400").writesAs("k", "text", "ok")));
    }

    private static Recording run() {
        return Recording.begins();
    }
}
