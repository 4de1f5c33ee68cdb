/** What a journal says was decided, decided again: under the policies it names, or under another one. */
package dev.interlock.audit.replay;
