/** What was tried on a running gateway once, for tests that need no broker. */
package dev.interlock.audit.tried;
