package dev.interlock.policy.contract;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is taken for a secret wherever it stands, whether or not a contract says so: by the name of its field, or by what it
 * looks like. A guess: it errs on the side of hiding, and a contract's {@code sensitive} is what can be relied on.
 */
public final class Secrets {
    /** What takes its place in a text. */
    public static final String HIDDEN = "[hidden]";

    private static final Set<String> NAMES = Set.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "clientsecret",
            "token",
            "accesstoken",
            "refreshtoken",
            "idtoken",
            "authtoken",
            "sessiontoken",
            "apikey",
            "xapikey",
            "secretkey",
            "privatekey",
            "accesskey",
            "secretaccesskey",
            "authorization",
            "proxyauthorization",
            "cookie",
            "setcookie",
            "credential",
            "credentials",
            "pin",
            "cvv",
            "cvc",
            "otp");

    private static final List<Shape> VALUES = List.of(
            new Shape("(?i)\\b(?:bearer|basic)\\s+[a-z0-9+/._~=-]{16,}", "bearer", "basic"),
            new Shape("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*", "eyj"),
            new Shape("\\bitl_[A-Za-z0-9_-]{40,}", "itl_"),
            new Shape("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", "akia", "asia"),
            new Shape(
                    "\\b(?:sk|pk|rk)[-_](?:[a-z]{2,12}[-_])?[A-Za-z0-9_-]{16,}",
                    "sk-",
                    "sk_",
                    "pk-",
                    "pk_",
                    "rk-",
                    "rk_"),
            new Shape(
                    "\\b(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs])[-_][A-Za-z0-9_-]{10,}",
                    "gh",
                    "git",
                    "glpat",
                    "xox"),
            new Shape("\\bAIza[0-9A-Za-z_-]{30,}", "aiza"),
            new Shape(
                    "(?s)-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)",
                    "private key"),
            new Shape("(?i)\\b[a-z][a-z0-9+.-]{1,20}://[^/\\s:@]{1,200}:[^/\\s@]{1,200}@", "://"),
            new Shape(
                    "(?i)\\b(?:password|passwd|passphrase|(?:client[_-]?)?secret|token|(?:api|access|private)[_-]?key"
                            + "|authorization|cookie|credentials?)\\s*[=:]\\s*[^\\s,;&\"']{4,}",
                    "pass",
                    "secret",
                    "token",
                    "key",
                    "authorization",
                    "cookie",
                    "credential"));

    /** A member as JSON writes it, also where that JSON stands escaped in a text. */
    private static final Pattern MEMBER = Pattern.compile("\\\\*[\"']([A-Za-z][A-Za-z_-]{1,30})\\\\*[\"']\\s*:\\s*");

    private static final Pattern MEMBER_VALUE = Pattern.compile(
            "(?s)^(?:\"(?:[^\"\\\\]|\\\\.)*\"?|\\\\+\"[^\"]*\"?|'[^']*'?|\\{[^}]*\\}?|\\[[^\\]]*\\]?|[^\\s,}\\]]+)");

    /** What may be the beginning of one, at the end of a text that was cut there. */
    private static final Pattern CUT = Pattern.compile(
            "(?i)(?:\\b(?:bearer|basic)\\s+\\S*|\\b(?:eyJ|AKIA|ASIA|AIza|(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat"
                    + "|glpat|xox[abprs])[-_])\\S*|://[^/\\s@]*)…$");

    private static final int SHORT = 256;

    private Secrets() {}

    /** Whether a field of this name holds one; {@code api_key}, {@code apiKey} and {@code Api-Key} are the same name. */
    public static boolean isName(String field) {
        return NAMES.contains(field.toLowerCase(Locale.ROOT).replace("_", "").replace("-", ""));
    }

    /** Whether a text has one in it. */
    public static boolean isIn(String text) {
        String lower = Shape.lower(text);
        return VALUES.stream().anyMatch(shape -> shape.isIn(text, lower))
                || !members(text).equals(text);
    }

    /** A text without those in it. */
    public static String hidden(String text) {
        String left = members(text);
        String lower = Shape.lower(left);
        for (Shape shape : VALUES) {
            // What takes a secret's place has no mark in it, so those that are left are those that were there.
            left = shape.without(left, lower, HIDDEN);
        }
        return left;
    }

    /** The same of a text that was cut, where it ends with "…": half of one does not look like one. */
    public static String hiddenOfCut(String text) {
        return text.endsWith("…") ? CUT.matcher(hidden(text)).replaceAll(HIDDEN + "…") : hidden(text);
    }

    private static String members(String text) {
        if (text.indexOf(':') < 0) {
            return text;
        }
        Matcher member = MEMBER.matcher(text);
        StringBuilder left = new StringBuilder();
        int kept = 0;
        for (int from = 0; from <= text.length() && member.find(from); from = Math.max(member.end(), kept)) {
            int end = isName(member.group(1)) ? endOfValue(text, member.end()) : -1;
            if (end >= 0) {
                left.append(text, kept, member.start()).append(HIDDEN);
                kept = end;
            }
        }
        return kept == 0 ? text : left.append(text, kept, text.length()).toString();
    }

    /** Where the value ends that begins there; -1 where none does. Most are short, and a text may have many. */
    private static int endOfValue(String text, int from) {
        for (int window = SHORT; ; window *= 2) {
            int to = (int) Math.min(text.length(), from + (long) window);
            Matcher value = MEMBER_VALUE.matcher(text.substring(from, to));
            boolean found = value.find();
            // A window may end behind a backslash, and what matches then ends in front of it.
            if (to == text.length() || found && from + value.end() < to - 1) {
                return found ? from + value.end() : -1;
            }
        }
    }
}
