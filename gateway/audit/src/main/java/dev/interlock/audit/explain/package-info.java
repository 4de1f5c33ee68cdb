/** What happened to a run or an operation, and why, told from the journal: for people, for programs, and as a page. */
package dev.interlock.audit.explain;
