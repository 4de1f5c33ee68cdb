package dev.interlock.audit.source;

import dev.interlock.schemas.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records that are at hand already: those of a short life, as tests have. */
public final class MemorySource implements Source {
    private final Topics topics;
    private final Map<Slice, List<Raw>> records = new LinkedHashMap<>();

    /** Records in any order; every topic has as many partitions as the one that has most. */
    public MemorySource(Topics topics, List<Raw> all) {
        this.topics = topics;
        int partitions =
                1 + all.stream().mapToInt(raw -> raw.at().partition()).max().orElse(0);
        Map<String, List<List<Raw>>> sorted = new TreeMap<>();
        topics.all().forEach(topic -> sorted.put(topic.name(), empty(partitions)));
        all.forEach(
                raw -> sorted.get(raw.at().topic()).get(raw.at().partition()).add(raw));
        sorted.forEach((topic, lists) -> {
            for (int partition = 0; partition < partitions; partition++) {
                List<Raw> list = lists.get(partition);
                list.sort(Comparator.comparingLong(raw -> raw.at().offset()));
                long end = list.isEmpty() ? 0 : list.getLast().at().offset() + 1;
                records.put(new Slice(topic, partition, 0, end), list);
            }
        });
    }

    @Override
    public Topics topics() {
        return topics;
    }

    @Override
    public List<Slice> slices() {
        return List.copyOf(records.keySet());
    }

    @Override
    public void read(Slice slice, long from, Sink sink) {
        records.entrySet().stream()
                .filter(own -> own.getKey().toString().equals(slice.toString()))
                .flatMap(own -> own.getValue().stream())
                .filter(raw -> raw.at().offset() >= from && raw.at().offset() < slice.end())
                .forEach(sink::take);
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    private static List<List<Raw>> empty(int partitions) {
        List<List<Raw>> lists = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }
}
