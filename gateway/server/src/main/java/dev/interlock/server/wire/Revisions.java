package dev.interlock.server.wire;

import dev.interlock.schemas.SubjectRevision;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Validated revisions by subject, as records list them: sorted, so that equal ones have equal bytes. */
final class Revisions {
    private Revisions() {}

    static Map<String, Long> map(List<SubjectRevision> listed) {
        Map<String, Long> map = new TreeMap<>();
        listed.forEach(one -> map.merge(one.subject(), one.revision(), Math::max));
        return map;
    }

    static List<SubjectRevision> list(Map<String, Long> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(one -> new SubjectRevision(one.getKey(), one.getValue()))
                        .toList();
    }
}
