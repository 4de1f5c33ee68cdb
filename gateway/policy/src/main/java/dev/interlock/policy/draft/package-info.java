/** First contracts for tools that somebody else described or called. */
package dev.interlock.policy.draft;
