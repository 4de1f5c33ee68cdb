package dev.interlock.audit.witness;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A stop or lift that comes to a partition of a stage is obeyed there: its marker stands on the stage's dispatches. */
final class Obeying {
    private static final Set<String> FLAGS = Set.of(ControlType.STOP, ControlType.LIFT);

    private Obeying() {}

    static List<Complaint> complaints(Recording recording) {
        Map<String, String> dispatches = Map.of(
                recording.topics().stageRunControl(), recording.topics().dispatches(),
                recording.topics().stageOperationControl(), recording.topics().operationDispatches());
        Set<List<Object>> marked = new HashSet<>();
        recording.frame().markers().forEach(seen -> marked.add(marker(seen)));
        return recording.passedOn().stream()
                .filter(seen -> recording.owns(seen.record().origin())
                        && recording.isWithin(seen.record().atMs()))
                .filter(seen -> FLAGS.contains(seen.record().control().type()))
                .filter(seen -> !marked.contains(expected(seen, dispatches)))
                .map(Fault.UNOBEYED::at)
                .toList();
    }

    private static List<Object> marker(Seen<Dispatch> seen) {
        var stop = seen.record().stop();
        return List.of(
                seen.at().topic(),
                seen.at().partition(),
                stop.type(),
                stop.controlId(),
                stop.scope().kind());
    }

    /** One that is sent again under its id is obeyed once. */
    private static List<Object> expected(Seen<StageControl> seen, Map<String, String> dispatches) {
        Control control = seen.record().control();
        return List.of(
                dispatches.get(seen.at().topic()),
                seen.at().partition(),
                control.type(),
                control.controlId(),
                control.scope().kind());
    }
}
