package dev.interlock.server.wire;

import dev.interlock.schemas.Format;
import java.util.Optional;

/**
 * A run or an operation as its store holds it.
 *
 * @param chain where its journal chain stands
 * @param format the format its agent used last; operations have none
 * @param state its state
 * @param <S> the core's type of it
 */
public record Stored<S>(ChainPosition chain, Optional<Format> format, S state) {}
