/** Everything that runs during a test: a broker, gateways and workers, each in a process of its own, and the outside world. */
package dev.interlock.proof.cluster;
