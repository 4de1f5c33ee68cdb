package dev.interlock.server.wire;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.StageRequestBuilder;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request with the fingerprint that was made by the key its operation is known by. What the operation stage decides on,
 * journals and shows is that one, so an operation keeps its key for as long as it is known.
 */
public final class Rekeyed {
    private Rekeyed() {}

    /** The request as it can be compared; as it is where it can be already, or where its operation's key is unknown. */
    public static StageRequest of(StageRequest asked, Optional<Operation> known) {
        return known.filter(operation -> asked.fingerprint() != null)
                .map(operation -> operation.claim().request().fingerprint())
                .map(RunKey::keyId)
                .filter(keyId -> !keyId.equals(RunKey.keyId(asked.fingerprint())))
                .flatMap(keyId -> Stream.ofNullable(asked.otherFingerprints())
                        .flatMap(others -> Stream.of(others.split(" ")))
                        .filter(other -> RunKey.keyId(other).equals(keyId))
                        .findFirst())
                .map(other -> with(asked, Fingerprint.parse(other)))
                .orElse(asked);
    }

    /** What is decided on about it. */
    public static OperationInput of(OperationInput input, StageRequest rekeyed) {
        if (!(input instanceof OperationInput.Requested requested)) {
            return input;
        }
        Request request = requested.request().told(rekeyed.fingerprint(), rekeyed.identityRule());
        return new OperationInput.Requested(request, requested.stops(), requested.closure());
    }

    private static StageRequest with(StageRequest asked, Fingerprint other) {
        return StageRequestBuilder.builder(asked)
                .fingerprint(other.toString())
                .identityRule(CallIdentity.rule(other.identityRule(), other.keyId()))
                .build();
    }
}
