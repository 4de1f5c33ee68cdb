/** Client library: what an agent proposes with and what a worker executes with. */
package dev.interlock.worker;
