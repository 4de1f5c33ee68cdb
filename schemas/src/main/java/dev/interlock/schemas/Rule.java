package dev.interlock.schemas;

import java.util.Locale;

/** A rule of the wire contract that a record can break. */
public enum Rule {
    /** The first bytes say JSON or Avro single-object encoding. */
    FORMAT("starts as neither JSON nor Avro single-object encoding"),
    /** Avro is written with a current or a released schema. */
    UNKNOWN_SCHEMA("is written with an Avro schema that is neither current nor released"),
    /** An Avro body is complete and well-formed. */
    AVRO("is not well-formed Avro"),
    /** Text is UTF-8, strictly. */
    UTF8("is not UTF-8"),
    /** JSON is as RFC 8259 has it: no comments, no NaN. */
    SYNTAX("is not well-formed JSON"),
    /** Nothing follows the record. */
    TRAILING_CONTENT("is followed by further content"),
    /** A key occurs once in an object. */
    DUPLICATE_KEY("has the same key twice"),
    /** Surrogates come in pairs. */
    LONE_SURROGATE("has a surrogate without its other half"),
    /** A number keeps the bounds of {@link Limits#NUMBER_DIGITS} and its neighbours. */
    NUMBER("is a number that is too long or too large"),
    /** Arrays and objects nest at most {@link Limits#DEPTH} deep. */
    DEPTH("nests too deep"),
    /** A record and each of its parts keep their size. */
    SIZE("is too large"),
    /** A required field is there. */
    REQUIRED("is missing"),
    /** A field has the type of its schema. */
    TYPE("has the wrong type"),
    /** A number lies in its range. */
    RANGE("is out of range"),
    /** A text or list has a permitted length. */
    LENGTH("is too short or too long");

    private final String complaint;

    Rule(String complaint) {
        this.complaint = complaint;
    }

    /** The rule as records name it, such as {@code duplicate_key}. */
    public String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }

    String complaint() {
        return complaint;
    }
}
