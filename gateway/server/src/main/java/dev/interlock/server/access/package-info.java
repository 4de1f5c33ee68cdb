/** Who asks over HTTP, and what each may do: tokens that are stored hashed, and JSON web tokens of an identity provider. */
package dev.interlock.server.access;
