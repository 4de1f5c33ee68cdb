package dev.interlock.audit.source;

/**
 * One partition as it was when its source was opened.
 *
 * @param topic topic name, prefix included
 * @param partition its number
 * @param beginning the first offset that was still there
 * @param end the offset behind the last committed record; no record at or behind it is read
 */
public record Slice(String topic, int partition, long beginning, long end) {
    /** How many offsets it covers. Not each has a record: transactions and compaction leave gaps. */
    public long length() {
        return end - beginning;
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
