package dev.interlock.chaos.cluster;

import dev.interlock.chaos.crash.ChaosClients;
import dev.interlock.chaos.crash.CrashingProcessors;
import dev.interlock.chaos.crash.Traps;
import dev.interlock.chaos.crash.WorkerTraps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What the gateways of a test are configured with.
 *
 * @param session how long a gateway may be silent before its partitions go to another
 * @param commitInterval how often a gateway commits
 * @param policies the part of the configuration file about policies
 * @param client further settings of the gateways' Kafka clients
 * @param worker further settings of the workers' Kafka clients
 */
public record Settings(
        Duration session,
        Duration commitInterval,
        String policies,
        Map<String, String> client,
        Map<String, String> worker) {
    private static final Duration USUAL_COMMITS = Duration.ofMillis(20);
    /** A gateway commits although it is idle; a group coordinator should not have to read too much when it starts again. */
    private static final Duration RARE_COMMITS = Duration.ofMillis(100);

    private static final String CHAOTIC = """
        policies:
          asked:
            extends: balanced
            ceilings: {wall_clock_ms: 120000}
            chains: {depth: 3, activations: 6}
            fallback: {timeout_ms: 3000, max_timeout_ms: 3000, skew_ms: 1000, settle_delay_ms: 500}
            tools:
              pay: {timeout_ms: 3000, max_timeout_ms: 3000, skew_ms: 1000, settle_delay_ms: 500, queryable: true,
                    max_queries: 4, query_backoff_ms: 500, max_joiners: 2}
          granted:
            extends: asked
            ceilings: {calls: 5}
            actions: {call_budget: deny}
          hurried:
            extends: strict
            ceilings: {wall_clock_ms: 120000}
            fallback: {timeout_ms: 3000, max_timeout_ms: 3000, skew_ms: 1000, settle_delay_ms: 500}
          capped:
            extends: hurried
            ceilings: {calls: 5}
        assign:
          - {agent: strict-*, policy: hurried}
          - {agent: capped-*, policy: capped}
          - {agent: granted-*, policy: granted}
        default_policy: asked
        """;

    public Settings {
        client = Map.copyOf(client);
        worker = Map.copyOf(worker);
    }

    private Settings(Duration session, String policies) {
        this(session, USUAL_COMMITS, policies, Map.of(), Map.of());
    }

    /**
     * A day for everything: nothing of a run depends on how long a gateway is down. Agents named {@code strict-*} are held
     * to the strict policy, {@code capped-*} to five calls, all others to the balanced one; calls of those named {@code
     * asked-*} wait for a person.
     */
    public static Settings timeless() {
        return new Settings(Duration.ofSeconds(6), """
            policies:
              long-balanced:
                extends: balanced
                ceilings: {wall_clock_ms: 86400000}
                fallback: {timeout_ms: 3600000, max_timeout_ms: 3600000}
              long-strict:
                extends: strict
                ceilings: {wall_clock_ms: 86400000}
                fallback: {timeout_ms: 3600000, max_timeout_ms: 3600000}
              capped:
                extends: long-strict
                ceilings: {calls: 5}
              asked:
                extends: long-balanced
                approval: {tools: [look, pay]}
            assign:
              - {agent: asked-*, policy: asked}
              - {agent: strict-*, policy: long-strict}
              - {agent: capped-*, policy: capped}
            default_policy: long-balanced
            """);
    }

    /**
     * The balanced policy with a timeout for each call.
     *
     * @param timeout how long a result is waited for
     */
    public static Settings impatient(Duration timeout) {
        return new Settings(Duration.ofSeconds(6), """
            policies:
              impatient:
                extends: balanced
                fallback: {timeout_ms: %d, max_timeout_ms: %d, skew_ms: 100, settle_delay_ms: 100}
            default_policy: impatient
            """.formatted(timeout.toMillis(), timeout.toMillis()));
    }

    /**
     * Short times for everything, so that a process that is frozen for some seconds has outlived them. Agents named {@code
     * strict-*} and {@code capped-*} use tools that nobody can ask what became of a write; those of all others can be asked,
     * and wait for a write of another run that is the same. Agents named {@code granted-*} have five calls and are denied
     * more until they are granted.
     *
     * @param transaction how long a transaction of a gateway may stay open
     */
    public static Settings chaotic(Duration session, Duration transaction) {
        return new Settings(session, RARE_COMMITS, CHAOTIC, Map.of(), Map.of()).withTransactions(transaction);
    }

    /** The same with another time that a transaction of a gateway may stay open. */
    public Settings withTransactions(Duration timeout) {
        return with("default.client.supplier", ChaosClients.class.getName())
                .with(ChaosClients.TRANSACTION_TIMEOUT, Long.toString(timeout.toMillis()));
    }

    /** The same for processes that look for traps. */
    public Settings withTraps(Path directory) {
        return with("processor.wrapper.class", CrashingProcessors.class.getName())
                .with(Traps.DIRECTORY, directory.toString())
                .withWorker("interceptor.classes", WorkerTraps.class.getName())
                .withWorker(Traps.DIRECTORY, directory.toString());
    }

    /** The same with another wait for a silent gateway. */
    public Settings withSession(Duration changed) {
        return new Settings(changed, commitInterval, policies, client, worker);
    }

    /** The same with other policies. */
    public Settings withPolicies(String changed) {
        return new Settings(session, commitInterval, changed, client, worker);
    }

    /** The same with one more setting of the gateways' Kafka clients. */
    public Settings with(String property, String value) {
        return new Settings(session, commitInterval, policies, added(client, property, value), worker);
    }

    /** The same with one more setting of the workers' Kafka clients. */
    public Settings withWorker(String property, String value) {
        return new Settings(session, commitInterval, policies, client, added(worker, property, value));
    }

    private static Map<String, String> added(Map<String, String> settings, String property, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(property, value);
        return changed;
    }
}
