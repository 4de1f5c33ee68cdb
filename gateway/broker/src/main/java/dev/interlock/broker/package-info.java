/** A real single-node Kafka broker, in this JVM or in a child JVM that can be killed. */
package dev.interlock.broker;
