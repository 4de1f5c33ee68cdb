package dev.interlock.agentcore;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.Fields;
import dev.interlock.server.runtime.RuntimeLink;
import dev.interlock.server.runtime.RuntimePreset;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockagentcore.BedrockAgentCoreClient;
import software.amazon.awssdk.services.bedrockagentcore.BedrockAgentCoreClientBuilder;

/** Runtimes hosted by AgentCore. The run id is the id of what hosts the run there; it has 33 to 256 characters. */
public final class AgentCorePreset implements RuntimePreset {
    private final AwsCredentialsProvider credentials;

    /** With credentials from where the AWS SDK looks for them. */
    public AgentCorePreset() {
        this(DefaultCredentialsProvider.builder().build());
    }

    AgentCorePreset(AwsCredentialsProvider credentials) {
        this.credentials = credentials;
    }

    @Override
    public String name() {
        return "bedrock-agentcore";
    }

    @Override
    public RuntimeLink open(AgentRuntime runtime) {
        Fields fields = runtime.fields();
        String region = fields.requiredText("region");
        String arn = fields.requiredText("agent_runtime_arn");
        Optional<String> qualifier = fields.text("qualifier");
        Optional<URI> endpoint = fields.text("endpoint").map(text -> endpoint(fields, text));
        fields.end();
        BedrockAgentCoreClientBuilder builder = BedrockAgentCoreClient.builder()
                .region(Region.of(region))
                .credentialsProvider(credentials)
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(runtime.asking().connectTimeout())
                        .socketTimeout(runtime.asking().timeout())
                        .build())
                // The gateway itself tries again, at times that are configured for all presets alike.
                .overrideConfiguration(client ->
                        client.apiCallTimeout(runtime.asking().timeout()).retryStrategy(AwsRetryStrategy.doNotRetry()));
        endpoint.ifPresent(builder::endpointOverride);
        return new AgentCoreLink(builder.build(), arn, qualifier);
    }

    private static URI endpoint(Fields fields, String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(fields.path("endpoint"), "must be an address", text);
        }
    }
}
