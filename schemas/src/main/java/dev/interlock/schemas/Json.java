package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * A JSON value whose content is not part of the contract, with numbers exact to the last digit. Values are equal if
 * their canonical forms are.
 */
public final class Json {
    private final JsonNode node;

    private Json(JsonNode node) {
        this.node = node;
    }

    /**
     * Reads strict JSON.
     *
     * @throws InvalidRecordException if it is not, or nests deeper than {@link Limits#DEPTH}
     */
    public static Json parse(String text) {
        return exact(StrictJson.parse(text, Limits.DEPTH), "");
    }

    /**
     * Reads strict JSON in UTF-8.
     *
     * @throws InvalidRecordException if it is not, or nests deeper than {@link Limits#DEPTH}
     */
    public static Json parse(byte[] utf8) {
        return parse(StrictText.decode(utf8, ""));
    }

    /**
     * Takes over a copy of a tree; binary floating point becomes the shortest decimal that denotes it.
     *
     * @throws InvalidRecordException if the tree cannot be written as strict JSON, as with NaN
     */
    public static Json of(JsonNode tree) {
        return new Json(ExactTree.copy(tree));
    }

    /**
     * Takes a value of maps, lists, texts, numbers and booleans.
     *
     * @throws InvalidRecordException if it cannot be written as strict JSON, as with NaN
     */
    public static Json of(Object value) {
        return of(Mapping.MAPPER.<JsonNode>valueToTree(value));
    }

    /** Takes a tree that {@link StrictJson} has read. */
    static Json exact(JsonNode node, String path) {
        if (ExactTree.deeperThan(node, Limits.DEPTH)) {
            throw new InvalidRecordException(path, Rule.DEPTH, "more than " + Limits.DEPTH);
        }
        return new Json(node);
    }

    /**
     * The value as a tree. It must not be changed. Numbers are integers or exact decimals: asking a decimal for an
     * integer can fill the memory, as {@code 1e999999999} has a billion digits.
     */
    public JsonNode node() {
        return node;
    }

    /** The canonical form: equal values have the same text. */
    public String canonical() {
        return CanonicalForm.of(node);
    }

    /** SHA-256 of the canonical form in UTF-8, in hex. */
    public String digest() {
        return Sha256.hex(canonical());
    }

    /**
     * Size in UTF-8, in bytes: of the canonical form, or as written if that is larger. Either can be: {@code 1.0} is
     * {@code 1} in canonical form, {@code 1e20} has 21 digits there.
     */
    public int size() {
        return Math.max(bytes(canonical()), bytes(toString()));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json that && canonical().equals(that.canonical());
    }

    @Override
    public int hashCode() {
        return canonical().hashCode();
    }

    /** The value as JSON text, as it was written. */
    @Override
    public String toString() {
        return Mapping.text(node);
    }
}
