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
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Answer answer = new Problem(status, title(status), "The request could not be answered.").answer();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private static String title(int status) {
        return HttpStatus.getMessage(status);
    }
}
