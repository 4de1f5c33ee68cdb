package dev.interlock.backtest.field;

import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Recording;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What somebody reported, in own words.
 *
 * @param source the public issue it was reported in
 * @param what what happened
 * @param recording the calls
 * @param refusal why the first call that should not run is denied; nothing where the work is legitimate
 * @param declared what the contract of its tool says beside <em>balanced</em>, where its right behaviour needs that
 */
record FieldReport(
        String source, String what, Recording recording, Optional<Reason> refusal, Optional<String> declared) {

    /** Work that has to go on. */
    static FieldReport legitimate(String source, String what, Recording recording) {
        return new FieldReport(source, what, recording, Optional.empty(), Optional.empty());
    }

    /** What has to be denied. */
    static FieldReport loop(String source, String what, Reason refusal, Recording recording) {
        return new FieldReport(source, what, recording, Optional.of(refusal), Optional.empty());
    }

    /** The same where its tool's contract says this, in YAML. */
    FieldReport where(String contract) {
        return new FieldReport(source, what, recording, refusal, Optional.of(contract));
    }

    /** What the policy makes of it: <em>balanced</em>, with the contract that is declared. */
    Finding played() {
        PolicyDocument policy = declared.map(
                        contract -> "{name: field, extends: balanced, tools: {tool: " + contract + "}}")
                .map(file -> PolicyFiles.parse("field.yaml", file.getBytes(StandardCharsets.UTF_8))
                        .document())
                .orElseGet(Standards::balanced);
        return Trial.of(recording.ends(), policy.contracts());
    }

    @Override
    public String toString() {
        return source + ": " + what;
    }
}
