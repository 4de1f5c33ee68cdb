/**
 * What a policy says that is evaluated outside the core: argument and result schemas, identity rules and CEL. It turns a
 * call and a result into facts, which the core takes into account in its own order.
 */
package dev.interlock.policy.contract;
