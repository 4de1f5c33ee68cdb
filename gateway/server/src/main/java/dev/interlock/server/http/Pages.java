package dev.interlock.server.http;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Finds the page a request is for, and writes what it answers. */
final class Pages extends Handler.Abstract.NonBlocking {
    private static final String READING = "GET, HEAD";

    private final Map<String, Page> pages;

    Pages(Map<String, Page> pages) {
        this.pages = Map.copyOf(pages);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Answer answer = answer(request, response);
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        boolean head = HttpMethod.HEAD.is(request.getMethod());
        response.write(true, head ? null : ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private Answer answer(Request request, Response response) {
        String path = Request.getPathInContext(request);
        Page page = pages.get(path);
        if (page == null) {
            return new Problem(404, "Not found", "There is nothing under this path. There is " + known() + ".")
                    .answer();
        }
        if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, READING);
            return new Problem(405, "Method not allowed", "This can only be read: " + READING + ".").answer();
        }
        return page.get(Optional.ofNullable(request.getHeaders().get(HttpHeader.ACCEPT)));
    }

    private String known() {
        return String.join(", ", pages.keySet().stream().sorted().toList());
    }
}
