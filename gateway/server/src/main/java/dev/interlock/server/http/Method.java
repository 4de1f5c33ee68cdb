package dev.interlock.server.http;

/** How a path is asked. What may be read may also be asked for its head alone. */
public enum Method {
    /** Reads. */
    GET,
    /** Changes something. */
    POST
}
