/** What is told about policy files, good and bad. */
package dev.interlock.policy;
