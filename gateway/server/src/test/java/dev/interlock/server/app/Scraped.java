package dev.interlock.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What Prometheus reads from a gateway.
 *
 * @param series each time series with its value
 */
record Scraped(Map<Series, Double> series) {
    private static final Pattern LINE =
            Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A time series by its name and labels. */
    record Series(String name, Map<String, String> labels) {}

    static Scraped at(URI gateway) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/metrics"))
                    .timeout(Bench.PATIENCE)
                    .build();
            return of(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Scraped of(String text) {
        Map<Series, Double> series = new LinkedHashMap<>();
        LINE.matcher(text).results().forEach(line -> {
            Map<String, String> labels = new TreeMap<>();
            if (line.group(2) != null) {
                LABEL.matcher(line.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
            }
            series.put(
                    new Series(line.group(1), labels),
                    Double.valueOf(line.group(3).replace("+Inf", "Infinity")));
        });
        return new Scraped(series);
    }

    /** The value of one series; labels alternate with their values. */
    double value(String name, String... labels) {
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        Double value = series.get(new Series(name, wanted));
        if (value == null) {
            throw new AssertionError("No " + name + wanted + " among " + named(name));
        }
        return value;
    }

    private List<Series> named(String name) {
        return series.keySet().stream().filter(one -> one.name().equals(name)).toList();
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        series.keySet().forEach(one -> names.add(one.name()));
        return names;
    }

    /** The labels that the series of a name have. */
    Set<String> labels(String name) {
        Set<String> labels = new TreeSet<>();
        named(name).forEach(one -> labels.addAll(one.labels().keySet()));
        return labels;
    }

    /** The values a label has in the series of a name. */
    Set<String> values(String name, String label) {
        Set<String> values = new TreeSet<>();
        named(name).forEach(one -> values.add(one.labels().getOrDefault(label, "")));
        return values;
    }

    static List<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }
}
