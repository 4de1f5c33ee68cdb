package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.policy.contract.Secrets;
import dev.interlock.server.access.Access;
import dev.interlock.server.access.AccessSettings;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.HttpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say before they reach for Kafka. */
class CommandLineTest {
    private final Cli cli = new Cli();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "chaos",
                "up",
                "gateway",
                "topics",
                "topics create",
                "topics check",
                "policy",
                "policy check",
                "policy draft",
                "policy publish",
                "policy list",
                "policy show",
                "propose",
                "outcomes",
                "run",
                "run show",
                "run grant",
                "run resume",
                "operation",
                "operation show",
                "hold",
                "hold list",
                "hold show",
                "hold approve",
                "hold reject",
                "stop",
                "lift",
                "alive",
                "token",
                "doctor",
                "completion",
                "audit",
                "audit export",
                "audit verify"
            })
    void everyCommand_explainsItself(String command) {
        assertThat(cli.run((command + " --help").split(" "))).isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .startsWith("Usage: interlock " + command + " ")
                .contains("-h, --help")
                .doesNotContain("null");
        assertThat(cli.err()).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "propose | Missing required argument",
                "propose --run r | --tool NAME is missing; or --finish to end the run.",
                "propose --run r --tool t --args [ | --args: must be a JSON object",
                "propose --file no-such-file | --file: cannot be read: no-such-file",
                "propose --bootstrap nonsense --run r --tool t | --bootstrap: must be HOST:PORT, was nonsense",
                "propose --config no.properties --run r --tool t | --config: the file cannot be read: no.properties",
                "run show r --config no.yaml | The configuration file cannot be read: no.yaml",
                "run | Missing command: show, grant or resume.",
                "run show | Missing required parameter: 'ID'",
                "run grant r --by me --reason why | Missing required option: '--budget=CEILING=AMOUNT'",
                "run grant r --budget calls --by me --reason why | --budget: must be CEILING=AMOUNT, was calls",
                "run grant r --budget calls=0 --by me --reason why | --budget calls: must be a whole number of at"
                        + " least 1, was 0",
                "run grant r --budget cost=5 --by me --reason why | --budget: must name one of calls, cost_micros,",
                "run resume r --by me --reason why | Missing required option: '--change=CHANGE'",
                "run resume r --change again --by me --reason why | --change: must be one of arguments_corrected,",
                "operation show | Missing required parameter: 'ID'",
                "hold | Missing command: list, show, approve or reject.",
                "hold approve h --by me --reason why | Missing required option: '--digest=DIGEST'",
                "hold reject h --by me | Missing required option: '--reason=TEXT'",
                "topics | Missing command: create or check.",
                "policy | Missing command: check, draft, publish, list or show.",
                "policy check | Missing required parameter: 'FILE'",
                "policy draft no.json | FILE: must be a file that can be read, was no.json",
                "policy publish p.yaml --by me --reason why | Missing required argument (specify one of these)",
                "policy publish no.yaml --default --by me --reason why | FILE: must be a file that can be read",
                "policy show xyz | HASH: must be 8 to 64 hexadecimal digits, was xyz",
                "policy check no.yaml | FILE: must be a file that can be read, was no.yaml",
                "stop --scope run --by me --reason why | --id ID is missing: which run?",
                "stop --scope all --id x --by me --reason why | --id must be left out with --scope all, was x",
                "stop --scope everything --by me --reason why | Invalid value for option '--scope'",
                "lift --scope all | Missing required options: '--by=NAME', '--reason=TEXT'",
                "alive --by me | Missing required option: '--valid-for=SECONDS'",
                "alive --by me --valid-for 0 | --valid-for: must be 1 or more, was 0",
                "alive --by me --valid-for 5 --every 5 | --every: must be 1 or more and less than --valid-for, was 5",
                "token ada | Missing required option: '--role=ROLE'",
                "token ada --role god | Invalid value for option '--role'",
                "token ada --role agent | --agent and --run bind the role agent: name both with it, none without.",
                "token ada --role operator --run r | --agent and --run bind the role agent",
                "token ada --role agent --role approver --agent a --run r | who proposes must not decide.",
                "doctor --around pay:443 | --around looks from where agents run: give --agent-host too.",
                "doctor --agent-host --around pay | --around: must be HOST:PORT, was pay",
                "outcomes --new | --new leaves out all there is, so it needs --follow.",
                "gateway | Missing required option: '--config=FILE'",
                "chaos --seconds 0 | --seconds: must be 1 to 3600, was 0",
            })
    void wrongUsage_saysWhatIsWrong(String line, String message) {
        assertThat(cli.run(line.strip().split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains(message.strip());
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void token_isPrintedOnce_andTheGatewayIsConfiguredWithItsHash() {
        assertThat(cli.run("token", "planner", "--role", "agent", "--agent", "planner-*", "--run", "*"))
                .isEqualTo(ExitCode.OK);
        String token = cli.out().strip();
        assertThat(token).matches("itl_[A-Za-z0-9_-]{43}");
        assertThat(Secrets.hidden("my token " + token)).doesNotContain(token);
        assertThat(cli.err()).doesNotContain(token);
        String item = cli.err().lines().skip(1).findFirst().orElseThrow();
        AccessSettings.Token read = ConfigReader.parse(
                        "bootstrap_servers: h:1\nstream: {state_dir: /s}\nhttp:\n  port: 0\n  access:\n    tokens:\n"
                                + item + "\n")
                .http()
                .flatMap(HttpSettings::access)
                .orElseThrow()
                .tokens()
                .get(0);
        assertThat(read.sha256()).isEqualTo(Access.sha256(token));
        assertThat(read.caller().proposes("planner-1", "any")).isTrue();
    }

    @Test
    void completion_isAScriptForTheShell() {
        assertThat(cli.run("completion")).isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .startsWith("#!/usr/bin/env bash")
                .contains("_complete_interlock")
                .contains("doctor");
    }

    @Test
    void policyFileThatIsRight_isToldInPlainWords() throws IOException {
        Path file = Files.writeString(directory.resolve("p.yaml"), "name: p\nextends: strict\nceilings: {calls: 7}\n");
        assertThat(cli.run("policy", "check", file.toString())).isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .startsWith("p (extends strict, policy ")
                .contains("  A run may make 7 calls of all kinds.");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void policyFileThatTellsCallsApartOtherwise_isWarnedOf() throws IOException {
        String tool = "name: p\nextends: strict\ntools:\n  pay: {effect: keyed_write, identity: [/order]%s}\n";
        Path old = Files.writeString(directory.resolve("old.yaml"), tool.formatted(""));
        Path now = Files.writeString(directory.resolve("now.yaml"), tool.formatted(", volatile: [/at]"));
        String[] check = {"policy", "check", now.toString(), "--against", old.toString()};
        assertThat(cli.run(check)).as(cli.err()).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("pay: was none, is /at").contains("identity_rule_changed");
    }

    @Test
    void policyFileThatIsWrong_isAnsweredByNoWithLineAndField() throws IOException {
        Path file = Files.writeString(directory.resolve("p.yaml"), "name: p\nextends: strict\nceilings: {call: 7}\n");
        assertThat(cli.run("policy", "check", file.toString())).isEqualTo(ExitCode.NO);
        assertThat(cli.out()).startsWith(file + ":3:12: ceilings.call: is no known field, the nearest is calls, ");
        assertThat(new Cli().run("policy", "check", "--json", file.toString())).isEqualTo(ExitCode.NO);
    }

    @Test
    void policyFileThatIsWrong_isNotPublished() throws IOException {
        Path file = Files.writeString(directory.resolve("p.yaml"), "name: p\nextends: strict\nceilings: {call: 7}\n");
        String[] publish = {"policy", "publish", file.toString(), "--agents", "a-*", "--by", "me", "--reason", "why"};
        assertThat(cli.run(publish)).isEqualTo(ExitCode.NO);
        assertThat(cli.err())
                .contains(":3:12: ceilings.call: is no known field")
                .contains("nothing was published");
    }

    @Test
    void policyFileForMachines_isOneObject() throws IOException {
        Path file = Files.writeString(directory.resolve("p.yaml"), "name: p\nextends: strict\nceilings: {call: 7}\n");
        assertThat(cli.run("policy", "check", "--json", file.toString())).isEqualTo(ExitCode.NO);
        assertThat(cli.out())
                .startsWith("{\"file\":\"" + file + "\",\"ok\":false,\"problems\":[{\"line\":3,\"column\":12,")
                .hasLineCount(1);
    }

    @Test
    void proposalThatIsNone_isWrongUsageAndNamesTheField() throws IOException {
        Path file = Files.writeString(directory.resolve("proposal.json"), "{\"type\":\"call\",\"proposal_id\":7}");
        assertThat(cli.run("propose", "--file", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("--file: not a proposal: ").contains("proposal_id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "propose --run r --tool t",
                "outcomes",
                "run show r",
                "operation show o",
                "run grant r --budget calls=5 --by me --reason why",
                "run resume r --change new_cursor --by me --reason why",
                "stop --scope all --by me --reason why",
                "alive --by me --valid-for 5",
                "topics check"
            })
    void clusterThatIsNotThere_isUnavailableAndSaysWhatToDo(String line) {
        assertThat(cli.run((line + " --bootstrap 127.0.0.1:1").split(" "))).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(cli.err())
                .contains("No Kafka broker answers at 127.0.0.1:1. Start one with 'interlock up', or name yours with"
                        + " --bootstrap HOST:PORT and --config FILE.");
        assertThat(cli.out()).isEmpty();
    }
}
