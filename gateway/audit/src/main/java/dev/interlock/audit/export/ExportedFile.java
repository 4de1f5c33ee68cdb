package dev.interlock.audit.export;

/**
 * One file of an export: a stretch of one partition.
 *
 * @param name its name in the directory
 * @param topic the topic, prefix included
 * @param partition the partition
 * @param first the first offset it covers
 * @param next the offset behind the last it covers
 * @param records how many records it has
 * @param bytes how long it is
 * @param sha256 digest of all its bytes, in hex
 */
record ExportedFile(
        String name, String topic, int partition, long first, long next, long records, long bytes, String sha256) {}
