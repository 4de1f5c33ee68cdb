/** A seeded schedule of kills, freezes and stops, and what comes of it. */
package dev.interlock.chaos.run;
