/** What a gateway is configured with: one typed, validated record tree read from one YAML file. */
package dev.interlock.server.config;
