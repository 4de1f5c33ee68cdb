package dev.interlock.server.runtime.webhook;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.Fields;
import dev.interlock.server.config.SecretReader;
import dev.interlock.server.runtime.RuntimeLink;
import dev.interlock.server.runtime.RuntimePreset;

/** Runtimes that take a signed HTTP request. */
public final class Webhook implements RuntimePreset {
    /** What the configuration calls it. */
    static final String NAME = "webhook";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RuntimeLink open(AgentRuntime runtime) {
        Fields fields = runtime.fields();
        Target target = Target.read(fields);
        Signature signature = Signature.read(fields.path("secret_file"), SecretReader.text(fields));
        fields.end();
        return new WebhookLink(runtime.asking(), target, signature);
    }
}
