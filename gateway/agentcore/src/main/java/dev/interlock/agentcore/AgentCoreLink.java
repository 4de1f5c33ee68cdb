package dev.interlock.agentcore;

import dev.interlock.server.runtime.RuntimeLink;
import dev.interlock.server.runtime.RuntimeReply;
import dev.interlock.server.runtime.RuntimeReply.Kind;
import dev.interlock.server.wire.RuntimeRequest;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.bedrockagentcore.BedrockAgentCoreClient;
import software.amazon.awssdk.services.bedrockagentcore.model.StopRuntimeSessionRequest;

/** Asks by StopRuntimeSession. Success says that the service took the request, not what became of any call. */
final class AgentCoreLink implements RuntimeLink {
    private static final int TOO_MANY = 429;
    private static final int SERVER_FAULT = 500;

    private final BedrockAgentCoreClient client;
    private final String arn;
    private final Optional<String> qualifier;

    AgentCoreLink(BedrockAgentCoreClient client, String arn, Optional<String> qualifier) {
        this.client = client;
        this.arn = arn;
        this.qualifier = qualifier;
    }

    /** The id of a request is its token: asking again is the same request to the service. */
    @Override
    public RuntimeReply ask(RuntimeRequest request) throws InterruptedException {
        StopRuntimeSessionRequest message = StopRuntimeSessionRequest.builder()
                .agentRuntimeArn(arn)
                .qualifier(qualifier.orElse(null))
                .runtimeSessionId(request.runId())
                .clientToken(request.id())
                .build();
        try {
            int status = client.stopRuntimeSession(message).sdkHttpResponse().statusCode();
            return RuntimeReply.answered(Kind.REQUESTED, status);
        } catch (AwsServiceException e) {
            return refused(e);
        } catch (AbortedException e) {
            throw new InterruptedException();
        } catch (SdkClientException e) {
            return RuntimeReply.silent("no answer: " + e.getClass().getSimpleName());
        }
    }

    private static RuntimeReply refused(AwsServiceException problem) {
        int status = problem.statusCode();
        String code = problem.awsErrorDetails() == null
                ? ""
                : " " + problem.awsErrorDetails().errorCode();
        return status >= SERVER_FAULT || status == TOO_MANY || problem.isThrottlingException()
                ? RuntimeReply.again(status, Optional.empty(), "HTTP " + status + code)
                : RuntimeReply.refused(status, "HTTP " + status + code);
    }

    @Override
    public void close() {
        client.close();
    }
}
