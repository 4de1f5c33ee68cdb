/** What contracts say about calls and results, as tables. */
package dev.interlock.policy.contract;
