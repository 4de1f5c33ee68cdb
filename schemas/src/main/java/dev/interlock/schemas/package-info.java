/** The wire contract: what is on the topics, in JSON and Avro, and the names of the topics. */
package dev.interlock.schemas;
