/** Everything that runs: a broker, gateways and workers, each in a process of its own, and the outside world. */
package dev.interlock.chaos.cluster;
