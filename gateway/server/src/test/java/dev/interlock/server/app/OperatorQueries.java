package dev.interlock.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.JsonTree;
import dev.interlock.policy.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What dashboard and alert rules ask Prometheus, held against what a gateway tells it: the names of metrics, the labels they
 * select and group by, the values they select, and the labels that texts name. It knows as much of PromQL as they use, and
 * refuses what it does not know.
 */
final class OperatorQueries {
    private static final Path OPS = Path.of("../../ops");
    private static final Set<String> WORDS = Set.of(
            "sum",
            "max",
            "min",
            "avg",
            "count",
            "by",
            "rate",
            "increase",
            "histogram_quantile",
            "on",
            "and",
            "or",
            "unless",
            "group_left",
            "offset",
            "label_values");
    /** What Prometheus adds to each series by itself. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(\\{[^}]*})");
    private static final Pattern MATCHER = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(by|on|group_left)\\s*\\(([^)]*)\\)");
    private static final Pattern DURATION = Pattern.compile("\\[[^\\]]*]|\\boffset\\s+[0-9a-z]+");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?([a-z_]+)");

    private final Scraped scraped;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();

    OperatorQueries(Scraped scraped) {
        this.scraped = scraped;
    }

    /** What is wrong with the dashboard and the rules. */
    List<String> problems() throws IOException {
        JsonNode dashboard =
                new JsonMapper().readTree(OPS.resolve("grafana/interlock.json").toFile());
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                check(target.get("expr").textValue(), target.get("legendFormat").textValue());
            }
        }
        for (JsonNode variable : dashboard.at("/templating/list")) {
            if (variable.get("type").textValue().equals("query")) {
                check(variable.at("/query/query").textValue().replace(", instance)", ")"), "");
            }
        }
        for (JsonNode group : rules().get("groups")) {
            for (JsonNode rule : group.get("rules")) {
                check(rule.get("expr").textValue(), rule.get("annotations").toString());
            }
        }
        return problems;
    }

    /** The names of all metrics that were asked for. */
    Set<String> asked() {
        return asked;
    }

    static JsonNode rules() throws IOException {
        Problems none = new Problems();
        return JsonTree.of(YamlReader.read(Files.readAllBytes(OPS.resolve("prometheus/alerts.yml")), none)
                .orElseThrow(() -> new AssertionError("alerts.yml: " + none.inOrder())));
    }

    private void check(String query, String text) {
        Set<String> metrics = new HashSet<>();
        String rest = query;
        for (MatchResult selector : Scraped.found(SELECTOR, query)) {
            metrics.add(selector.group(1));
            select(selector.group(1), selector.group(2), query);
            rest = rest.replace(selector.group(), " ");
        }
        Set<String> labels = new TreeSet<>();
        for (MatchResult grouping : Scraped.found(GROUPING, rest)) {
            labels.addAll(Scraped.found(WORD, grouping.group(2)).stream()
                    .map(MatchResult::group)
                    .toList());
            rest = rest.replace(grouping.group(), " ");
        }
        rest = DURATION.matcher(rest).replaceAll(" ");
        Scraped.found(WORD, rest).stream()
                .map(MatchResult::group)
                .filter(word -> !WORDS.contains(word))
                .forEach(metrics::add);
        Scraped.found(LEGEND, text).stream()
                .map(found -> found.group(1))
                .filter(label -> !label.equals("value"))
                .forEach(labels::add);
        metrics.forEach(metric -> exists(metric, query));
        labels.stream()
                .filter(label -> !ADDED.contains(label))
                .filter(label -> metrics.stream()
                        .noneMatch(metric -> scraped.labels(metric).contains(label)))
                .forEach(label -> problems.add("no label " + label + ": " + query + " " + text));
    }

    private void exists(String metric, String query) {
        asked.add(metric);
        if (!metric.equals("up") && !scraped.names().contains(metric)) {
            problems.add("no metric " + metric + ": " + query);
        }
    }

    private void select(String metric, String matchers, String query) {
        List<MatchResult> found = Scraped.found(MATCHER, matchers);
        if (found.isEmpty()) {
            problems.add("nothing is selected by " + matchers + ": " + query);
        }
        for (MatchResult matcher : found) {
            String label = matcher.group(1);
            if (ADDED.contains(label)) {
                continue;
            }
            if (!scraped.labels(metric).contains(label)) {
                problems.add("no label " + label + " of " + metric + ": " + query);
            } else if (matcher.group(2).equals("=")
                    && !scraped.values(metric, label).contains(matcher.group(3))) {
                problems.add("no " + label + "=" + matcher.group(3) + " of " + metric + ": " + query);
            }
        }
    }
}
