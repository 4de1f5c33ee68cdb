package dev.interlock.schemas;

/** The way from a record to one of its fields. */
record FieldPath(FieldPath parent, String step) {
    static final FieldPath ROOT = new FieldPath(null, "");

    FieldPath field(String name) {
        return new FieldPath(this, this == ROOT ? name : "." + name);
    }

    FieldPath item(int index) {
        return new FieldPath(this, "[" + index + "]");
    }

    String text() {
        return parent == null ? step : parent.text() + step;
    }
}
