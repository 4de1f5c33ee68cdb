/** One run from its first proposal to its end, on each kind of broker. */
package dev.interlock.proof.endtoend;
