package dev.interlock.chaos.crash;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How inputs pass through a stream thread: taken up, decided, and committed with the transaction that is open. One thread
 * has one transaction.
 */
final class Passage {
    private static final ThreadLocal<Passage> CURRENT = ThreadLocal.withInitial(Passage::new);
    /** Topics by how their names end. */
    private static final Map<String, String> KINDS = Map.of(
            ".proposals", "proposal",
            ".stage.requests", "request",
            ".stage.answers", "answer",
            ".operation-results", "operation-result",
            ".results", "result",
            ".control", "control");

    private static final String DUE = "due";
    /** The answer of the operation stage by which a run learns that its write happened. */
    private static final String SETTLEMENT = "settlement";

    private final List<Input> open = new ArrayList<>();
    private Optional<Input> deciding = Optional.empty();

    private Passage() {}

    /** One input. */
    record Input(String kind, String key) {
        String at(String phase) {
            return kind + "/" + phase;
        }
    }

    /** That of the thread that asks. */
    static Passage ofThread() {
        return CURRENT.get();
    }

    /** What a record is, if it is an input of a kind that points are named for. */
    static Optional<Input> input(String topic, byte[] key, byte[] value) {
        if (key == null) {
            return Optional.empty();
        }
        String text = new String(key, StandardCharsets.UTF_8);
        return KINDS.entrySet().stream()
                .filter(kind -> topic.endsWith(kind.getKey()) && !topic.endsWith("-control"))
                .max((one, other) ->
                        Integer.compare(one.getKey().length(), other.getKey().length()))
                .map(kind -> new Input(refined(kind.getValue(), value), text));
    }

    /** Two topics carry inputs of different kinds, told apart by what they say. */
    private static String refined(String kind, byte[] value) {
        String text = value == null ? "" : new String(value, StandardCharsets.UTF_8);
        if (kind.endsWith("result") && text.contains("\"type\":\"due\"")) {
            return DUE;
        }
        return kind.equals("answer") && text.contains("\"verdict\":\"committed\"") ? SETTLEMENT : kind;
    }

    void decide(Input input) {
        deciding = Optional.of(input);
    }

    void decided() {
        deciding.ifPresent(open::add);
        deciding = Optional.empty();
    }

    Optional<Input> deciding() {
        return deciding;
    }

    /** The inputs of the open transaction. */
    List<Input> open() {
        return List.copyOf(open);
    }

    void ended() {
        open.clear();
    }

    /** What is told before a call goes on. */
    @FunctionalInterface
    interface Call {
        Object make(Method method, Object[] arguments) throws Throwable;
    }

    /** Something that does what another does, with something between. */
    static <T> T around(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                Passage.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.make(method, arguments)));
    }

    /** Calls the one that is around, and throws what it throws. */
    static Object pass(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
