package dev.interlock.schemas;

/** A record of the wire contract: one Avro schema, one JSON form, one Java record. */
public sealed interface WireRecord
        permits ChainSnapshot,
                Control,
                DeadLetter,
                Dispatch,
                JournalEntry,
                LedgerOperation,
                LedgerPolicy,
                LedgerStop,
                Outcome,
                Proposal,
                Result,
                StageAnswer,
                StageControl,
                StageRequest,
                StrandHead {}
