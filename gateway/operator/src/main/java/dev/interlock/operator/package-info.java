/** The commands of people who look after agents: sent, and followed until they are in force. */
package dev.interlock.operator;
