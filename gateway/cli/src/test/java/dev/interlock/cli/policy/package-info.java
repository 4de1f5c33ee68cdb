/** Commands about policy files, tried without Kafka. */
package dev.interlock.cli.policy;
