/** The table of scenarios itself. */
package dev.interlock.scenarios.table;
