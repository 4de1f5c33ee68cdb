/** Many proposals at once, and a stop among them. */
package dev.interlock.chaos.flood;
