/**
 * Decides again what the journal says was decided, with the same core and the same writers, from the journal alone. It needs
 * neither a broker nor a store: whoever has the entries of a chain in their order can hand them over.
 */
package dev.interlock.server.replay;
