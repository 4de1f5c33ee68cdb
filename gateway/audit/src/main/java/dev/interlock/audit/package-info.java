/** Reads what a gateway left on its topics, without the gateway, and holds it against the promises. */
package dev.interlock.audit;
