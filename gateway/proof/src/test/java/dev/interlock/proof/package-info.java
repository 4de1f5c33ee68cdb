/** Promises proven from outside: real processes, kills, and the topics as the only witness. */
package dev.interlock.proof;
