/** The answer to the question whether a policy file is right, for people and for machines. */
package dev.interlock.policy.check;
