package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * A rule about calls.
 *
 * @param name its name, unique in a policy
 * @param when the CEL expression that says whether it applies to a call
 * @param then what follows
 * @param reason what the agent is told
 */
public record Rule(String name, String when, Then then, String reason) {
    /** The most rules of one policy: each is evaluated at each call. */
    public static final int MOST = 100;

    /** Reads the JSON form of one that is known to be sound. */
    static Rule of(JsonNode tree) {
        return new Rule(
                tree.path("name").asText(),
                tree.path("when").asText(),
                Then.valueOf(tree.path("then").asText().toUpperCase(Locale.ROOT)),
                tree.path("reason").asText());
    }

    /** The JSON form, as it is written in a policy. */
    ObjectNode tree() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("when", when)
                .put("then", then.code())
                .put("reason", reason);
    }

    /** What follows when a rule applies; the first is the strongest. */
    public enum Then {
        /** The call is denied. */
        DENY,
        /** A person is asked. */
        HOLD,
        /** It is journaled. */
        OBSERVE;

        /** The symbol written in policies. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
