package dev.interlock.backtest.field;

import static dev.interlock.backtest.field.FieldReport.legitimate;
import static dev.interlock.backtest.field.FieldReport.loop;
import static dev.interlock.core.outcome.Reason.SAME_CALL;

import dev.interlock.backtest.trial.Recording;
import java.util.List;

/** Reports that <em>balanced</em> does not decide as it should, since nobody can tell it what it would need to know. */
final class NotYet {
    private NotYet() {}

    /**
     * What is asked again until it is ready looks like what is asked for nothing: a trace does not say which result is
     * pending, and the preset has no poll contract. With both, the core lets each of them go on: its PolledInTheFieldTest.
     */
    static List<FieldReport> polls() {
        return List.of(
                legitimate(
                        "OpenHands/software-agent-sdk#762",
                        "a job is asked four times in a quarter of an hour",
                        run().times(4, (r, i) -> r.at(i * 300_000L).reads("job", "pending"))),
                legitimate(
                        "typeclaw/typeclaw#669",
                        "six jobs are asked in turn",
                        run().times(75, (r, i) -> r.reads("job " + i % 6, "running"))),
                legitimate(
                        "open-octo/octo-agent#795",
                        "the state of a process, five times",
                        run().times(5, (r, i) -> r.reads("process", "running"))),
                legitimate(
                        "librefang/librefang#991",
                        "the pods of a cluster, by a long command",
                        run().times(5, (r, i) -> r.runs("get pods", "not ready"))),
                legitimate(
                        "netease-youdao/LobsterAI#2454",
                        "the same question until there is an answer",
                        run().times(10, (r, i) -> r.reads("job", "pending"))),
                legitimate(
                        "StartupHakk/OpenMonoAgent.ai#47",
                        "a job is asked three times",
                        run().times(3, (r, i) -> r.reads("job", "pending"))),
                legitimate(
                        "MervinPraison/PraisonAI#3772",
                        "a build is waited for",
                        run().times(8, (r, i) -> r.reads("build", "building"))),
                legitimate(
                        "MervinPraison/PraisonAI#3073",
                        "wait, ask, wait, ask until it is complete",
                        run().writes("job", "1")
                                .times(6, (r, i) -> r.reads("wait 20 s", "").reads("job 1", "running"))
                                .reads("job 1", "complete")));
    }

    /** What differs in a result may be worth nothing. A contract can name it, but a trace has no fields of a result: only its digest. */
    static List<FieldReport> volatileResults() {
        return List.of(loop(
                "macanderson/stella#440",
                "a file is read four times, and only the count of reads below it differs",
                SAME_CALL,
                run().times(4, (r, i) -> r.reads("file", "text, read " + i + " times"))));
    }

    /** By design one identity means one content, also after a refusal: what is corrected needs an identity of its own. */
    static List<FieldReport> corrections() {
        return List.of(legitimate(
                "KanishJebaMathewM/Truxify#2885",
                "a write is refused, corrected, and made under the same identity",
                run().isRefusedAs("k", "wrong", "400").writesAs("k", "right", "ok")));
    }

    private static Recording run() {
        return Recording.begins();
    }
}
