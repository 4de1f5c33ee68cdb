package dev.interlock.schemas;

/** The way from a record to one of its fields. */
record Path(Path parent, String step) {
    static final Path ROOT = new Path(null, "");

    Path field(String name) {
        return new Path(this, this == ROOT ? name : "." + name);
    }

    Path item(int index) {
        return new Path(this, "[" + index + "]");
    }

    String text() {
        return parent == null ? step : parent.text() + step;
    }
}
