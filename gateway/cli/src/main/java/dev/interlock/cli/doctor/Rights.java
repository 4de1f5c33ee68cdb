package dev.interlock.cli.doctor;

import dev.interlock.schemas.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Who may write what. A record proves nothing if somebody else could have written it: a dispatch that the gateway did not
 * write is executed all the same, and a result that the worker did not write is believed.
 */
final class Rights {
    private static final String CHECK = "rights";
    private static final String FIX =
            " ops/acls.sh gives each role what it needs, and ops/threats.md says who could forge" + " what.";
    private static final String ANYBODY = "User:*";

    private final Topics topics;

    Rights(Topics topics) {
        this.topics = topics;
    }

    /** Looks at all that is granted on the topics. */
    List<Finding> of(Cluster cluster) {
        try {
            return of(cluster.answer(
                    cluster.admin().describeAcls(AclBindingFilter.ANY).values()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SecurityDisabledException) {
                return List.of(Finding.warning(
                        CHECK,
                        "the cluster has no authorizer",
                        "Whoever reaches a broker can write dispatches, results and commands of his own: the guard is"
                                + " advice. Give the brokers an authorizer." + FIX));
            }
            return List.of(Cluster.unseen(CHECK, e));
        }
    }

    List<Finding> of(Collection<AclBinding> acls) {
        List<Finding> findings = new ArrayList<>();
        Set<String> proposers = writers(acls, topics.proposals());
        Set<String> workers = writers(acls, topics.results());
        Set<String> commanders = writers(acls, topics.control());
        Set<String> deciders = writers(acls, topics.dispatches());
        Stream.of(proposers, workers, commanders, deciders)
                .filter(writers -> writers.contains(ANYBODY))
                .findFirst()
                .ifPresent(any -> findings.add(Finding.problem(
                        CHECK, ANYBODY + " may write", "Anybody who reaches a broker can forge records." + FIX)));
        Stream.of(
                        topics.operationDispatches(),
                        topics.outcomes(),
                        topics.ledger(),
                        topics.journal(),
                        topics.deadLetters())
                .forEach(topic -> unlike(topic, writers(acls, topic), deciders).ifPresent(findings::add));
        // The gateway itself appends what is due to the results, and puts what lies in a wrong partition into the right
        // one.
        both(
                        without(proposers, deciders),
                        commanders,
                        "proposes and commands",
                        "An agent that holds these rights can lift its own stop and approve its own calls.")
                .ifPresent(findings::add);
        both(
                        without(proposers, deciders),
                        workers,
                        "proposes and reports results",
                        "An agent that holds these rights can report a write as done that nobody did.")
                .ifPresent(findings::add);
        both(
                        without(workers, deciders),
                        commanders,
                        "reports results and commands",
                        "A worker that holds these rights can approve what it then executes.")
                .ifPresent(findings::add);
        if (findings.isEmpty()) {
            findings.add(Finding.ok(
                    CHECK,
                    "proposals " + told(proposers) + "; results " + told(workers) + "; commands " + told(commanders)
                            + "; dispatches " + told(deciders)));
        }
        return findings;
    }

    private static Optional<Finding> unlike(String topic, Set<String> writers, Set<String> deciders) {
        Set<String> others = without(writers, deciders);
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.problem(
                        CHECK,
                        told(others) + " may write " + topic + ", where only the gateway writes",
                        "What stands there is believed: take the right away." + FIX));
    }

    private static Optional<Finding> both(Set<String> some, Set<String> others, String what, String harm) {
        Set<String> both = new TreeSet<>(some);
        both.retainAll(others);
        both.remove(ANYBODY);
        return both.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.problem(CHECK, told(both) + " " + what, harm + FIX));
    }

    private static Set<String> without(Set<String> some, Set<String> others) {
        Set<String> rest = new TreeSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    private static String told(Set<String> principals) {
        return principals.isEmpty() ? "nobody" : String.join(", ", principals);
    }

    private static Set<String> writers(Collection<AclBinding> acls, String topic) {
        return acls.stream()
                .filter(acl -> covers(acl.pattern(), topic))
                .map(AclBinding::entry)
                .filter(Rights::writes)
                .map(AccessControlEntry::principal)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean covers(ResourcePattern pattern, String topic) {
        if (pattern.resourceType() != ResourceType.TOPIC) {
            return false;
        }
        return pattern.patternType() == PatternType.PREFIXED
                ? topic.startsWith(pattern.name())
                : pattern.name().equals(topic) || pattern.name().equals(ResourcePattern.WILDCARD_RESOURCE);
    }

    private static boolean writes(AccessControlEntry entry) {
        return entry.permissionType() == AclPermissionType.ALLOW
                && (entry.operation() == AclOperation.WRITE || entry.operation() == AclOperation.ALL);
    }
}
