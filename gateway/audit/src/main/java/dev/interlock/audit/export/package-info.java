/** All topics as files in a directory: written from a source, read as one. */
package dev.interlock.audit.export;
