/** What people reported about agents in the field, as far as calls alone tell it, put to <em>balanced</em>. */
package dev.interlock.backtest.field;
