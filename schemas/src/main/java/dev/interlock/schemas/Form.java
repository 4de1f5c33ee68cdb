package dev.interlock.schemas;

/** How a tree carries arbitrary JSON: as itself, or as Avro does, as a text of JSON. */
enum Form {
    TREE,
    TEXT
}
