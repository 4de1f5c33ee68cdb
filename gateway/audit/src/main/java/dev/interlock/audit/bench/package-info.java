/** Topics of any length to measure with, made by the gateway's own decisions and never all there at once. */
package dev.interlock.audit.bench;
