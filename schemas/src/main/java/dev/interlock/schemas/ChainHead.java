package dev.interlock.schemas;

/**
 * The newest entry of a journal chain. A message between stages carries its sender's; the receiver journals it,
 * which links the chains.
 *
 * @param chain chain name: run:&lt;id&gt;, op:&lt;id&gt; or part:&lt;stage&gt;:&lt;n&gt;
 * @param seq sequence number of the entry, from 1
 * @param hash hash of the entry, in hex
 */
public record ChainHead(String chain, long seq, String hash) {}
