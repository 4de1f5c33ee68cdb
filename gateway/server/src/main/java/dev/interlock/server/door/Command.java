package dev.interlock.server.door;

import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.access.Role;
import java.util.List;
import java.util.Set;

/**
 * What people may command over HTTP.
 *
 * @param type of the control record
 * @param path where
 * @param role who
 * @param fields what the body may have beside {@code reason} and {@code control_id}; what the path names is not among them
 */
record Command(String type, String path, Role role, Set<String> fields) {
    static final List<Command> ALL = List.of(
            new Command(ControlType.STOP, "/api/stops", Role.OPERATOR, Set.of("scope")),
            new Command(ControlType.LIFT, "/api/lifts", Role.OPERATOR, Set.of("scope")),
            new Command(ControlType.ALIVE, "/api/signs-of-life", Role.OPERATOR, Set.of("valid_for_ms")),
            new Command(ControlType.RESUME, "/api/runs/{run_id}/resume", Role.OPERATOR, Set.of("change")),
            new Command(ControlType.GRANT, "/api/runs/{run_id}/grant", Role.OPERATOR, Set.of("grants")),
            new Command(
                    ControlType.APPROVE, "/api/runs/{run_id}/holds/{hold_id}/approve", Role.APPROVER, Set.of("digest")),
            new Command(
                    ControlType.REJECT, "/api/runs/{run_id}/holds/{hold_id}/reject", Role.APPROVER, Set.of("digest")),
            new Command(
                    ControlType.RESOLVE,
                    "/api/operations/{operation_id}/resolve",
                    Role.OPERATOR,
                    Set.of("state", "expect_version", "observed_at_ms", "receipt", "value")),
            new Command(ControlType.PUBLISH_POLICY, "/api/policies", Role.ADMIN, Set.of("scope", "policy")));
}
