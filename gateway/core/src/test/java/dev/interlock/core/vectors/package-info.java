/** The articles' prototypes as an oracle for the core. */
package dev.interlock.core.vectors;
