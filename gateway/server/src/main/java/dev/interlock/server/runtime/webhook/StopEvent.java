package dev.interlock.server.runtime.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.server.wire.RuntimeRequest;
import java.time.Instant;

/** The body of a request: a CloudEvent in structured JSON. Each attempt sends the same. */
final class StopEvent {
    /** Its media type. */
    static final String MEDIA_TYPE = "application/cloudevents+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private StopEvent() {}

    static byte[] body(RuntimeRequest request) {
        ObjectNode event = JSON.createObjectNode();
        event.put("specversion", "1.0");
        event.put("id", request.id());
        event.put("source", "urn:interlock:gateway");
        event.put("type", "dev.interlock.run.stop");
        event.put("subject", request.runId());
        event.put("time", Instant.ofEpochMilli(request.atMs()).toString());
        event.put("datacontenttype", "application/json");
        ObjectNode content = event.putObject("data");
        content.put("run_id", request.runId());
        content.put("agent_id", request.agentId());
        content.put("stop_id", request.stopId());
        content.put("reason", request.reason());
        content.putObject("scope")
                .put("kind", request.scope().kind())
                .put("id", request.scope().id());
        content.put("at_ms", request.atMs());
        try {
            return JSON.writeValueAsBytes(event);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of texts and numbers is always written", e);
        }
    }
}
