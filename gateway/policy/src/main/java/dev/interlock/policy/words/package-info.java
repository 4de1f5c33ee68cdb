/** Policies in plain words: what each field means, what a policy will do, and what in it can have no effect. */
package dev.interlock.policy.words;
