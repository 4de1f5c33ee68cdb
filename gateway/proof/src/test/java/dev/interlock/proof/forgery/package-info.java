/** Recordings that were tampered with: whether the judge sees it. */
package dev.interlock.proof.forgery;
