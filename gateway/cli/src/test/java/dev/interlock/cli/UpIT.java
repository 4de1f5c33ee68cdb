package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.broker.BrokerSettings;
import dev.interlock.broker.ChildJvm;
import dev.interlock.broker.JvmCommand;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user can do once {@code interlock up} runs, with the commands alone. */
class UpIT {
    @TempDir
    static Path directory;

    private static BrokerSettings ports;
    private static ChildJvm up;

    private final Cli cli = new Cli();

    @BeforeAll
    static void startUp() {
        ports = BrokerSettings.onFreePorts(directory.resolve("data"));
        up = ChildJvm.start(new JvmCommand(
                "up", Main.class.getName(), upOn(ports), List.of(), directory.resolve("up.log"), "Interlock is up"));
        up.awaitReady(Duration.ofMinutes(3));
    }

    /** Its processes end by themselves when it is gone, and until then they write to the directory. */
    @AfterAll
    static void endUp() throws Exception {
        List<ProcessHandle> processes =
                ProcessHandle.of(up.pid()).orElseThrow().descendants().toList();
        up.close();
        for (ProcessHandle process : processes) {
            process.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void read_isAnsweredWithItsResult() {
        assertThat(run("propose --run read --tool echo --args {\"text\":\"hello\"}"))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).isEqualToIgnoringNewLines("result  ok  value {\"text\":\"hello\"}");
    }

    @Test
    void recordOfTheGreeting_isAnsweredHoweverOldItIs() throws IOException {
        Path record = Files.writeString(directory.resolve("proposal.json"), """
            {"proposal_id":"p1","run_id":"run-1","agent_id":"me","turn":1,"type":"call","tool":"echo",\
            "kind":"read","args":{"text":"hello"},"issued_at_ms":1790000000000}\
            """);
        assertThat(run("propose --json --file " + record)).isEqualTo(ExitCode.OK);
        Outcome outcome = outcomes().get(0);
        assertThat(outcome.proposalId()).isEqualTo("p1");
        assertThat(outcome.value().canonical()).isEqualTo("{\"text\":\"hello\"}");
    }

    @Test
    void doctor_findsNoProblem_andWarnsThatAnybodyMayWrite() {
        assertThat(run("propose --run examined --tool echo --args {}")).isEqualTo(ExitCode.OK);
        Cli doctor = new Cli();
        assertThat(run(doctor, "doctor")).as(doctor.out() + doctor.err()).isEqualTo(ExitCode.OK);
        assertThat(doctor.out())
                .contains("ok       transactions  transaction.version 2")
                .contains("threads at work under interlock-gateway")
                .contains("are as the contract says")
                .contains("no broker is ahead of this machine")
                .contains("warning  rights        the cluster has no authorizer")
                .contains("0 problems, 2 warnings");
    }

    @Test
    void sameWriteTwice_isExecutedOnce() throws IOException {
        String write =
                "propose --run write --tool note --kind write --operation-id note-1 --args {\"text\":\"once\"} --turn ";
        assertThat(run(write + 1)).isEqualTo(ExitCode.OK);
        assertThat(run(write + 2)).isEqualTo(ExitCode.OK);
        assertThat(cli.out().lines().map(line -> line.split("  ")[0])).containsExactly("result", "replayed");
        assertThat(Files.readAllLines(directory.resolve("notes.jsonl")).stream().filter(l -> l.contains("note-1")))
                .hasSize(1);
    }

    @Test
    void sameOperationWithOtherArguments_isDeniedAndEndsWithOne() {
        run("propose --run conflict --tool note --kind write --operation-id note-2 --args {\"n\":1}");
        assertThat(run("propose --run conflict --turn 2 --tool note --kind write --operation-id note-2 --args"
                        + " {\"n\":2}"))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.out()).contains("denied  operation_conflict");
    }

    @Test
    void runShow_tellsHowTheRunEndedAndWhatItWasAnswered() {
        run("propose --run shown --tool note --kind write --operation-id note-3");
        assertThat(run("propose --run shown --finish")).isEqualTo(ExitCode.OK);
        Cli show = new Cli();
        assertThat(run(show, "run show shown")).isEqualTo(ExitCode.OK);
        assertThat(show.out())
                .contains("state       ended: partial, plan_exhausted")
                .contains("next        resume_after_change, human_review")
                .contains("operation   note-3  note  committed, epoch 1")
                .containsPattern("shown  [0-9a-f-]+  result  ok");
    }

    @Test
    void operationShow_tellsTheLatestState() {
        run("propose --run ledger --tool note --kind write --operation-id note-4");
        Cli show = new Cli();
        assertThat(run(show, "operation show note-4")).isEqualTo(ExitCode.OK);
        assertThat(show.out()).contains("state       committed\n").contains("epoch       1, dispatch ");
        Cli json = new Cli();
        run(json, "operation show note-4 --json");
        byte[] text = json.out().getBytes(StandardCharsets.UTF_8);
        assertThat(RecordCodec.of(LedgerOperation.class).decode(text).record().state())
                .isEqualTo("committed");
    }

    @Test
    void publishedPolicy_isListedAndShown_andTheSameOneAgainChangesNothing() throws IOException {
        Path file =
                Files.writeString(directory.resolve("policy.yaml"), "name: p\nextends: strict\nceilings: {calls: 7}\n");
        String publish = "policy publish " + file + " --agents nobody-* --by tester --reason test --wait";
        assertThat(run(publish)).isEqualTo(ExitCode.OK);
        assertThat(run(publish)).isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .containsPattern("published p \\(policy [0-9a-f]{64}\\) for agents nobody-\\*, in every task")
                .contains("was in force already: p ");
        Cli list = new Cli();
        assertThat(run(list, "policy list")).isEqualTo(ExitCode.OK);
        assertThat(list.out()).startsWith("agents nobody-*  p  policy ").contains("  by tester: test");
        Cli show = new Cli();
        String hash = list.out().replaceFirst("(?s).*  policy ([0-9a-f]{12}).*", "$1");
        assertThat(run(show, "policy show " + hash)).isEqualTo(ExitCode.OK);
        Path shown = Files.writeString(directory.resolve("shown.json"), show.out());
        assertThat(new Cli().run("policy", "check", shown.toString())).isEqualTo(ExitCode.OK);
    }

    @Test
    void topicsOfAGatewayThatRuns_keepEveryPromise_andSoDoesAnExportOfThem() {
        run("propose --run audited --tool note --kind write --operation-id note-9");
        String key = " --public-key local=" + directory.resolve("signing-key.pub.pem");
        Path noted = directory.resolve("heads.jsonl");
        Cli verify = new Cli();
        assertThat(run(verify, "audit verify --heads-out " + noted + key))
                .as(verify.out())
                .isEqualTo(ExitCode.OK);
        assertThat(verify.out()).contains("signatures checked").contains("entries are covered");
        Path out = directory.resolve("export");
        assertThat(run("audit export --format avro --out " + out)).isEqualTo(ExitCode.OK);
        Cli offline = new Cli();
        String again = "audit verify --dir " + out + " --heads-in " + noted + key;
        assertThat(offline.run(again.split(" "))).as(offline.out()).isEqualTo(ExitCode.OK);
        assertThat(offline.out()).contains("every promise is kept");
    }

    @Test
    void unknownRunAndOperation_endWithOne() {
        assertThat(run("run show nobody")).isEqualTo(ExitCode.NO);
        assertThat(run("operation show nothing")).isEqualTo(ExitCode.NO);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("nothing was published about run nobody").contains("knows no operation nothing");
    }

    @Test
    void stoppedRun_isEndedAndStaysSo() {
        run("propose --run stopped --tool echo");
        assertThat(run("stop --scope run --id stopped --by tester --reason test"))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("stopped: run stopped, in force in every task");
        assertThat(run("propose --run stopped --turn 2 --tool echo")).isEqualTo(ExitCode.NO);
        assertThat(cli.out()).contains("terminal  stopped  operator_stop");
    }

    @Test
    void stopThatWaits_saysThatNothingWasOpen_orWhatIsStillOpen() {
        assertThat(run("stop --scope tool --id unused --by tester --reason test --wait"))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .contains("stopping: tool unused, in force in every task")
                .contains("The report is complete: nothing was open at the stop; 16 tasks have counted.")
                .contains("stopped: all that was open has settled");
        run("propose --run hanging --tool nobody --timeout 1");
        assertThat(run("stop --scope run --id hanging --by tester --reason test --wait --timeout 5"))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.out())
                .contains("in flight      call hanging#")
                .contains("The report is complete: 1 in flight at the stop; 9 tasks have counted.")
                .contains("still stopping after 5 s; not settled: call hanging#");
    }

    @Test
    void stopOfEverything_holdsUntilItIsLifted() {
        assertThat(run("stop --scope ALL --by tester --reason test")).isEqualTo(ExitCode.OK);
        assertThat(run("propose --run early --tool echo")).isEqualTo(ExitCode.NO);
        assertThat(run("lift --scope all --by tester --reason test")).isEqualTo(ExitCode.OK);
        assertThat(run("propose --run late --tool echo")).isEqualTo(ExitCode.OK);
    }

    @Test
    void callThatWaitsForAPerson_runsOnceItIsApproved_andOnlyTheOneThatWasShown() {
        assertThat(run("propose --run asking --tool order --kind write --operation-id order-1 --args {\"pieces\":12}"))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.out()).contains("paused  approval_required");
        Cli list = new Cli();
        run(list, "hold list");
        String hold = list.out()
                .lines()
                .filter(line -> line.contains("run asking"))
                .findFirst()
                .orElseThrow();
        String id = hold.split("  ")[0];
        Cli show = new Cli();
        assertThat(run(show, "hold show " + id)).isEqualTo(ExitCode.OK);
        assertThat(show.out()).contains("arguments   {\"pieces\":12}");
        String digest = show.out()
                .lines()
                .filter(line -> line.startsWith("digest"))
                .findFirst()
                .orElseThrow();
        assertThat(run("hold approve " + id + " --digest other --by tester --reason test"))
                .isEqualTo(ExitCode.NO);
        assertThat(run("hold approve " + id + " --digest " + digest.split(" +")[1] + " --by tester --reason test"))
                .isEqualTo(ExitCode.OK);
        assertThat(run("propose --run asking --turn 2 --finish")).isEqualTo(ExitCode.OK);
        Cli ended = new Cli();
        run(ended, "run show asking");
        assertThat(ended.out()).contains("operation   order-1  order  committed, epoch 1");
    }

    @Test
    void writeWhoseAnswerIsLost_isSettledByThePersonWhoLooked_whoNamesTheVersionSeen() {
        run("propose --run losing --tool lose --kind write --operation-id lose-1 --args {\"n\":1}");
        Cli show = new Cli();
        run(show, "operation show lose-1");
        assertThat(show.out()).contains("state       unknown");
        String version = show.out()
                .lines()
                .filter(line -> line.startsWith("version"))
                .findFirst()
                .orElseThrow();
        long seen = Long.parseLong(version.split(" +")[1]);
        String resolve = "operation resolve lose-1 --state committed --by tester --reason looked --expect-version ";
        assertThat(run(resolve + (seen + 1))).isEqualTo(ExitCode.NO);
        assertThat(cli.err()).contains("expect_version: is the operation's version, " + seen);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> run(new Cli(), resolve + seen) == ExitCode.OK);
        Cli after = new Cli();
        run(after, "operation show lose-1");
        assertThat(after.out()).contains("state       committed\n").contains("tester");
    }

    @Test
    void grantToARun_isTakenOnce_andRefusedWhereThereIsNoRun() {
        run("propose --run granted --tool echo");
        assertThat(run("run grant granted --budget calls=5 --by tester --reason test"))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("granted to run granted: calls=5");
        assertThat(run("run grant nobody --budget calls=5 --by tester --reason test"))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.err()).contains("refused, nothing was changed: run_id");
    }

    @Test
    void endedRun_goesOnInOneSuccessor_forANamedChange() {
        run("propose --run ended --tool note --kind write --operation-id note-5");
        run("propose --run ended --finish");
        assertThat(run("propose --run ended~1 --tool echo")).isEqualTo(ExitCode.NO);
        assertThat(cli.out()).contains("denied  not_resumed_yet");
        String resume = "run resume ended --by tester --reason test --change ";
        assertThat(run(resume + "again")).isEqualTo(ExitCode.USAGE);
        assertThat(run(resume + "strategy_changed")).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("run ended is being carried over to ended~1");
        Cli second = new Cli();
        assertThat(run(second, resume + "strategy_changed")).isEqualTo(ExitCode.NO);
        assertThat(second.err()).contains("ended~1");
        assertThat(run("propose --run ended~1 --turn 2 --tool note --kind write --operation-id note-5"))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("replayed");
        Cli before = new Cli();
        run(before, "run show ended");
        assertThat(before.out()).contains("resumed as  ended~1\n").doesNotContain("resumed from");
        run("propose --run ended~1 --finish");
        Cli after = new Cli();
        run(after, "run show ended~1");
        assertThat(after.out())
                .contains("resumed from ended\n")
                .containsPattern("last good   [0-9a-f-]+  note  note-5")
                .doesNotContain("resumed as");
        Cli stop = new Cli();
        run(stop, "stop --scope run --id ended --by tester --reason test");
        assertThat(stop.out()).contains("run ended was resumed: it goes on as ended~1, which this stop does not reach");
    }

    @Test
    void stopOfAChain_namesTheOperationItBeganWith_orIsRefusedWithThatName() {
        run("propose --run root --tool note --kind write --operation-id chain-1");
        run("propose --run child --tool note --kind write --operation-id chain-2 --caused-by chain-1");
        Cli show = new Cli();
        run(show, "operation show chain-2");
        assertThat(show.out()).contains("chain       began with chain-1, depth 1\n");
        Cli wrong = new Cli();
        assertThat(run(wrong, "stop --scope chain --id chain-2 --by tester --reason test"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("the chain began with: chain-1, was chain-2", "Nothing was stopped");
        assertThat(run("stop --scope chain --id chain-1 --by tester --reason test"))
                .isEqualTo(ExitCode.OK);
        run("propose --run child --turn 2 --tool echo");
        assertThat(cli.out()).contains("chain_stopped");
    }

    @Test
    void signOfLife_isSent() {
        assertThat(run("alive --by tester --valid-for 30")).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("alive: holds for 30 s at most");
    }

    @Test
    void outcomesOfARun_areAllOfThemAndNoOthers() {
        run("propose --run listed --tool echo --args {\"n\":1}");
        run("propose --run listed --turn 2 --tool echo --args {\"n\":2}");
        run("propose --run other --tool echo");
        Cli list = new Cli();
        assertThat(run(list, "outcomes --run listed --json")).isEqualTo(ExitCode.OK);
        assertThat(outcomes(list).stream().map(o -> o.runId() + " " + o.value().canonical()))
                .containsExactly("listed {\"n\":1}", "listed {\"n\":2}");
    }

    @Test
    void toolThatNobodyRuns_isUnavailableAndTheProposalIsShownToSendItAgain() {
        assertThat(run("propose --run waiting --tool nobody --timeout 1")).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(cli.err()).contains("which proves nothing").contains("\"tool\":\"nobody\"");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void topicsCheck_findsDifferencesAndEndsWithOne() {
        assertThat(run("topics check")).isEqualTo(ExitCode.OK);
        assertThat(run("topics create")).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("All topics are as they must be.").contains("Nothing to create");
        assertThat(run("topics check --partitions 3")).isEqualTo(ExitCode.NO);
        assertThat(cli.out()).contains("partitions must be 3, is 8");
    }

    @Test
    void secondUpOnTheSamePort_isUnavailableAndNamesThePort() {
        BrokerSettings other = BrokerSettings.onFreePorts(directory.resolve("other/data"));
        List<String> line =
                new ArrayList<>(upOn(new BrokerSettings(ports.port(), other.controllerPort(), other.data())));
        assertThat(cli.run(line.toArray(String[]::new))).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(cli.err()).contains("Port " + ports.port() + " is not free");
    }

    private static List<String> upOn(BrokerSettings settings) {
        return List.of(
                "up",
                "--port",
                Integer.toString(settings.port()),
                "--controller-port",
                Integer.toString(settings.controllerPort()),
                "--data",
                settings.data().getParent().toString());
    }

    private int run(String line) {
        return run(cli, line);
    }

    private static int run(Cli cli, String line) {
        return cli.run((line + " --bootstrap " + ports.bootstrapServers()).split(" "));
    }

    private List<Outcome> outcomes() {
        return outcomes(cli);
    }

    private static List<Outcome> outcomes(Cli cli) {
        RecordCodec<Outcome> codec = RecordCodec.of(Outcome.class);
        return cli.out()
                .lines()
                .map(line -> codec.decode(line.getBytes(StandardCharsets.UTF_8)).record())
                .toList();
    }
}
