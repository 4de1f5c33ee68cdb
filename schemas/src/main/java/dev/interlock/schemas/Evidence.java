package dev.interlock.schemas;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What the verifier read from the system of record. Members that are absent or malformed are a decision
 * (invalid_evidence), never a reason not to read the record.
 *
 * @param revision revision of the subject in the system of record. Progress is a rising validated revision; may
 *     be null
 * @param done true if the goal of the run is reached according to the system of record; may be null
 * @param receipt what proves the effect: the receipt of the system of record. A query that proves an effect
 *     names the dispatch that caused it; may be null
 * @param subject which counter the revision belongs to; absent is the one unnamed counter of the run; may be
 *     null
 * @param faults members that were there and could not be read. Filled when the record is read; writers leave it
 *     out
 */
public record Evidence(
        Long revision,
        Boolean done,
        Json receipt,
        String subject,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EvidenceFault> faults) {
    /** An absent list is an empty one. */
    public Evidence {
        faults = faults == null ? List.of() : List.copyOf(faults);
    }
}
