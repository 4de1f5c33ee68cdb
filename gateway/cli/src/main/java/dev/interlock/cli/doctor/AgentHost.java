package dev.interlock.cli.doctor;

import dev.interlock.policy.contract.Secrets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether an agent on this machine could go around the gateway: one write tool that it reaches with credentials of its own,
 * and the guard is advice. What is asked is a connection alone; nothing is sent.
 */
final class AgentHost {
    private static final Duration CONNECT = Duration.ofSeconds(3);

    private AgentHost() {}

    /** Variables of the environment that look as if they held a credential; values are never shown. */
    static Finding environment(Map<String, String> environment) {
        List<String> names = new TreeMap<>(environment)
                .entrySet().stream()
                        .filter(variable -> looksLikeCredential(variable.getKey(), variable.getValue()))
                        .map(Map.Entry::getKey)
                        .toList();
        return names.isEmpty()
                ? Finding.ok("credentials", "no variable of the environment looks like one")
                : Finding.warning(
                        "credentials",
                        "variables that look like credentials: " + String.join(", ", names),
                        "Where an agent runs, none may open a tool that writes: only workers hold such credentials."
                                + " Move them there, or make sure that they open nothing.");
    }

    private static boolean looksLikeCredential(String name, String value) {
        String[] words = name.split("[^A-Za-z0-9]+");
        for (int first = 0; first < words.length; first++) {
            String tail = String.join("", List.of(words).subList(first, words.length));
            if (!value.isBlank() && Secrets.isName(tail)) {
                return true;
            }
        }
        return !Secrets.hidden(value).equals(value);
    }

    /** Places that only workers should reach. */
    static List<Finding> reach(List<String> places) {
        List<Finding> findings = new ArrayList<>();
        for (String place : places) {
            findings.add(
                    accepts(place)
                            ? Finding.problem(
                                    "around",
                                    place + " can be reached from here",
                                    "An agent on this machine can call the tool without a dispatch. Let the network, or"
                                            + " the tool, take calls from workers alone.")
                            : Finding.ok("around", place + " cannot be reached from here"));
        }
        return findings;
    }

    private static boolean accepts(String place) {
        int colon = place.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            InetSocketAddress address =
                    new InetSocketAddress(place.substring(0, colon), Integer.parseInt(place.substring(colon + 1)));
            socket.connect(address, (int) CONNECT.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
