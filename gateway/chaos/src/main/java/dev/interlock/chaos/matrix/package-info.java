/** The table of named points, what is done to whoever reaches each, and what must be the state of the operation at the end. */
package dev.interlock.chaos.matrix;
