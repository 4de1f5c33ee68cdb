/** The Kafka Streams topology: decode, look up, let the core decide, write. The only importer of Kafka Streams. */
package dev.interlock.server.stream;
