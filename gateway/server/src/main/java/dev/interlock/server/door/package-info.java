/**
 * The front door for whoever does not speak Kafka: what comes over HTTP is written to the topics, where it is decided as
 * everything else is, and what was decided is read from them.
 */
package dev.interlock.server.door;
