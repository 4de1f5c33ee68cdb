/** Thousands of inputs that wait before anybody takes them up: what a stop overtakes, and what an outage makes late. */
package dev.interlock.proof.flood;
