package dev.interlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.server.access.Access;
import dev.interlock.server.access.Role;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock token}. */
@Command(
        name = "token",
        description = {
            "Makes a token for somebody who comes over HTTP, and prints it once, with the lines for the gateway's"
                    + " configuration. They hold its hash; the token itself is stored nowhere.",
            "",
            "Roles: agent (proposes, in runs and as agents it is bound to), operator (stops, lifts, resolves, resumes,"
                    + " grants), approver, auditor (only looks), admin (publishes policies). An agent has no role that"
                    + " decides."
        })
final class TokenCommand implements Callable<Integer> {
    /** So that whoever finds one knows what it is. */
    private static final String MARK = "itl_";

    private static final int BYTES = 32;

    @Parameters(paramLabel = "NAME", description = "Whose it is: what records say that are written for them.")
    private String name;

    @Option(names = "--role", required = true, paramLabel = "ROLE", description = "What they may do. May be repeated.")
    private List<Role> roles;

    @Option(
            names = "--agent",
            paramLabel = "ID",
            description = "Of an agent: as whom it may propose; * for any characters. May be repeated.")
    private List<String> agents = List.of();

    @Option(
            names = "--run",
            paramLabel = "ID",
            description = "Of an agent: in which runs; * for any characters. May be repeated.")
    private List<String> runs = List.of();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Set<Role> all = EnumSet.copyOf(roles);
        if (!Role.agree(all)) {
            throw CommandException.usage("--role agent stands alone or with auditor: who proposes must not decide.");
        }
        boolean agent = all.contains(Role.AGENT);
        if (agent == (agents.isEmpty() || runs.isEmpty()) || !agent && !(agents.isEmpty() && runs.isEmpty())) {
            throw CommandException.usage("--agent and --run bind the role agent: name both with it, none without.");
        }
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String token = MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        print(token, item(token, all));
        return ExitCode.OK;
    }

    private ObjectNode item(String token, Set<Role> all) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("name", name).put("sha256", Access.sha256(token));
        all.stream().map(Role::symbol).forEach(item.putArray("roles")::add);
        if (!agents.isEmpty()) {
            agents.forEach(item.putArray("agents")::add);
            runs.forEach(item.putArray("runs")::add);
        }
        return item;
    }

    private void print(String token, ObjectNode item) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(
                    JsonNodeFactory.instance.objectNode().put("token", token).set("entry", item));
            return;
        }
        out.println(token);
        PrintWriter err = spec.commandLine().getErr();
        err.println("interlock: this is shown once. Under http.access.tokens of the gateways' configuration:");
        err.println("    - " + item);
    }
}
