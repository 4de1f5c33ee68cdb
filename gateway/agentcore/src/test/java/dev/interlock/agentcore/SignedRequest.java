package dev.interlock.agentcore;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A request as a service receives it, with its signature computed anew as Signature Version 4 describes it. */
record SignedRequest(String method, URI uri, HttpExchange exchange, String body) {
    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8}/[^/]+/[^/]+/aws4_request), SignedHeaders=([^,]+),"
                    + " Signature=(\\w+)");

    static SignedRequest of(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        return new SignedRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange,
                new String(body, StandardCharsets.UTF_8));
    }

    String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    /** Such as {@code eu-central-1/bedrock-agentcore}. */
    String regionAndService() {
        String[] scope = authorization().group(2).split("/");
        return scope[1] + "/" + scope[2];
    }

    String accessKey() {
        return authorization().group(1);
    }

    boolean isSignedWith(String secret) throws GeneralSecurityException {
        Matcher found = authorization();
        String scope = found.group(2);
        String canonical = String.join(
                "\n",
                method,
                Arrays.stream(uri.getRawPath().split("/", -1))
                        .map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8))
                        .collect(Collectors.joining("/")),
                uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                Arrays.stream(found.group(3).split(";"))
                        .map(name -> name + ":" + header(name).strip() + "\n")
                        .collect(Collectors.joining()),
                found.group(3),
                sha256(body));
        String toSign = String.join("\n", "AWS4-HMAC-SHA256", header("X-Amz-Date"), scope, sha256(canonical));
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/")) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, toSign)).equals(found.group(4));
    }

    private Matcher authorization() {
        Matcher matcher = AUTHORIZATION.matcher(String.valueOf(header("Authorization")));
        if (!matcher.matches()) {
            throw new IllegalStateException("Not signed: " + header("Authorization"));
        }
        return matcher;
    }

    private static String sha256(String text) throws GeneralSecurityException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
