/** Where bytes become facts and decisions become bytes. Nothing else knows both the wire contract and the core. */
package dev.interlock.server.wire;
