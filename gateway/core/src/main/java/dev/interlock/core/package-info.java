/** Pure decisions: no clock, no randomness, no input or output, nothing but the JDK. */
package dev.interlock.core;
