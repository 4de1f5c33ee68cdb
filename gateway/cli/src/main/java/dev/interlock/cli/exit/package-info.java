/** How commands end. */
package dev.interlock.cli.exit;
