/** Ways to tamper with what a gateway wrote, each with what the judge must see. */
package dev.interlock.audit.forgery;
