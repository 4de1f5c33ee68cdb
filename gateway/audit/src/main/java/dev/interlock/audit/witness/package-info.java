/** The judge: what the topics say, and whether it keeps the promises. It knows the wire contract and no code of a stage. */
package dev.interlock.audit.witness;
