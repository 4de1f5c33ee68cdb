/** Checks that the build runs on its own sources and test reports. */
package dev.interlock.gates;
