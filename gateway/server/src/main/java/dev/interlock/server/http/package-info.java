/** What a gateway answers over HTTP: whether it lives, whether it decides, and what it counts. */
package dev.interlock.server.http;
