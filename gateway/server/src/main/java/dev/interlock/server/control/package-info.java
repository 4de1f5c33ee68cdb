/** Creates the topics and checks that they are as the contract says. */
package dev.interlock.server.control;
