/** What is left of the promises when a process is killed or frozen. */
package dev.interlock.proof.restart;
