/** The body of a policy: which fields it has, by the records of the core, and a policy made of what somebody wrote. */
package dev.interlock.policy.body;
