package dev.interlock.backtest.field;

import static dev.interlock.backtest.field.FieldReport.legitimate;

import dev.interlock.backtest.trial.Recording;
import java.util.List;

/** Waiting for something that others took for a loop: what is asked says that it is not ready. */
final class Waiting {
    private Waiting() {}

    static List<FieldReport> all() {
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
                        "the pods of a cluster, by a long command that changes nothing and is proposed as a read",
                        run().times(5, (r, i) -> r.reads("get pods", "not ready"))),
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

    private static Recording run() {
        return Recording.begins();
    }
}
