/** The files that operators run and read, held against the code. */
package dev.interlock.proof.deployment;
