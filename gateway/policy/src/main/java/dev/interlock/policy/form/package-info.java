/** The JSON form of policies and the hash that names them. */
package dev.interlock.policy.form;
