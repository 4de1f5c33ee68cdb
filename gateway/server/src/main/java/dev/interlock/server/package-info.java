/** The gateway: configuration, wire mapping, the two stages on Kafka Streams. */
package dev.interlock.server;
