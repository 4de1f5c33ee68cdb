package dev.interlock.policy.contract;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Value;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.YamlReader;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** Policies and calls as a test writes them. */
final class Written {
    static final RunFacts RUN = RunFacts.begin("run-1", Presets.balanced().ceilings());

    private Written() {}

    /** Balanced with what is written of the fallback and of rules. */
    static PolicyDocument document(String yaml) {
        Problems problems = new Problems();
        Node root = YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8), problems)
                .orElseThrow(() -> new AssertionError(problems.inOrder()));
        PolicyDocument read =
                DocumentReader.read(Presets.balanced(), (Mapping) root, FieldPath.ROOT, Optional.empty(), problems);
        if (!problems.none()) {
            throw new AssertionError(problems.inOrder() + " in " + yaml);
        }
        return read;
    }

    /** What is said of all tools. */
    static Contracts terms(String yaml) {
        return document("fallback: " + yaml).contracts();
    }

    static ProposedCall call(Kind kind, String args, String operationId) {
        return new ProposedCall("pay", kind, Json.parse(args), Optional.ofNullable(operationId), "agent-1", 3);
    }

    static ProposedCall of(String tool) {
        return new ProposedCall(tool, Kind.READ, Json.parse("{}"), Optional.empty(), "agent-1", 3);
    }

    static Result ok() {
        return new Result(
                ResultStatus.OK,
                Effect.NONE,
                Evidence.NONE,
                new Value("digest", false),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    static String shown(Optional<Fault> fault) {
        return fault.map(f -> f.reason().code() + " " + f.field() + ": " + f.rule() + ", was " + f.value())
                .orElse("none");
    }
}
