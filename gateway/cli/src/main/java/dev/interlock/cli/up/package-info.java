/** A broker, a gateway and a small worker to try things out with. */
package dev.interlock.cli.up;
