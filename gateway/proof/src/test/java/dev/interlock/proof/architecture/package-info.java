/** The rules that sources and classes of this project keep, read from the classes and the sources themselves. */
package dev.interlock.proof.architecture;
