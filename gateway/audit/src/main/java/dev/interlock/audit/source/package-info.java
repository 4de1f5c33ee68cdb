/** Where the records of all topics come from: a cluster, or an export of one. Streamed, a partition at a time. */
package dev.interlock.audit.source;
