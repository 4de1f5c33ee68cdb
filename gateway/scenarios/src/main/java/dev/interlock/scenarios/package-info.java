/** The table of scenarios: what each agent tries and how its run must end. */
package dev.interlock.scenarios;
