/** YAML as a tree that knows where each value stands, within limits: no aliases, no tags, one document, bounded size. */
package dev.interlock.policy.yaml;
