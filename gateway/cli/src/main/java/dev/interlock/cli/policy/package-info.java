/** Commands about policy files; none of them needs Kafka. */
package dev.interlock.cli.policy;
