package dev.interlock.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What cannot be read as a request is answered as any other problem, and says nothing of how the gateway is built. */
final class Problems extends ErrorHandler {
    Problems() {
        // Loading what writes JSON takes longer than some wait: whoever is told first must not be cut off meanwhile.
        answer(HttpStatus.BAD_REQUEST_400);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Answer answer = answer(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private static Answer answer(int status) {
        return Problem.of(status, HttpStatus.getMessage(status), "The request could not be answered.")
                .answer();
    }
}
