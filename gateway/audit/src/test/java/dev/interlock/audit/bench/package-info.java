/** What is measured with is as it should be. */
package dev.interlock.audit.bench;
