/** What the topics say about a run or an operation, read from outside: it decides nothing. */
package dev.interlock.server.view;
