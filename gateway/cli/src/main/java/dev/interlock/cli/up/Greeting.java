package dev.interlock.cli.up;

import java.nio.file.Path;

/** What {@code interlock up} tells when all is up: where it is, and records to copy. */
final class Greeting {
    private Greeting() {}

    static String text(String bootstrap, Path directory) {
        return """

            Interlock is up. Ctrl-C ends it.

              Kafka    %1$s
              topics   interlock.proposals, interlock.outcomes, ...
              logs     %2$s

            A proposal is a JSON record with the run id as its key. With kcat:

              echo 'run-1|{"proposal_id":"p1","run_id":"run-1","agent_id":"me","turn":1,"type":"call","tool":"echo",\
            "kind":"read","args":{"text":"hello"},"issued_at_ms":1796000000000}' | \
            kcat -P -b %1$s -t interlock.proposals -K '|' -X partitioner=murmur2_random

            With Kafka's own tools: kafka-console-producer.sh --bootstrap-server %1$s --topic interlock.proposals \
            --reader-property parse.key=true --reader-property key.separator='|'

            With this command, a read and a write that happens once however often it is asked for:

              interlock propose --run run-2 --tool echo --args '{"text":"hello"}'
              interlock propose --run run-2 --turn 2 --tool note --kind write --operation-id note-1 \
            --args '{"text":"remember"}'

            A write that a person has to approve, and one whose answer gets lost, which a person has to settle:

              interlock propose --run run-3 --tool order --kind write --operation-id order-1 --args '{"pieces":12}'
              interlock hold list

              interlock propose --run run-4 --tool lose --kind write --operation-id lose-1 --args '{"text":"sent?"}'
              interlock operation show lose-1

            The answers are in interlock.outcomes under the same key: interlock outcomes --follow

            """.formatted(bootstrap, directory);
    }
}
