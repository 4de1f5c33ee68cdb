package dev.interlock.cli;

import dev.interlock.policy.contract.Secrets;
import dev.interlock.schemas.ControlBuilder;
import java.util.UUID;
import picocli.CommandLine.Option;

/** Who commands something and why. */
final class Author {
    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who says it.")
    private String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why, or how it is known.")
    private String reason;

    /** The beginning of a command of a type, under an id of its own. */
    ControlBuilder says(String type) {
        return says(type, by, reason);
    }

    /** What looks like a secret does not leave this process: the topic of commands is kept, and read by many. */
    static ControlBuilder says(String type, String by, String reason) {
        return ControlBuilder.builder()
                .type(type)
                .controlId(UUID.randomUUID().toString())
                .by(by)
                .reason(Secrets.hidden(reason))
                .issuedAtMs(System.currentTimeMillis());
    }
}
