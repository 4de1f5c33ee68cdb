/** What is not as it should be around a gateway: on its cluster, in its rights, on this machine. */
package dev.interlock.cli.doctor;
