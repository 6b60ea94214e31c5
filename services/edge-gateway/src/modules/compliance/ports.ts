import type { CustomerId } from "../accounts/index.ts";

/** The result of one run of the masking canary. */
export interface CanaryResult {
  readonly at: Date;
  /** How many values the text contained. */
  readonly planted: number;
  /** The types of the values that were not replaced. */
  readonly missed: readonly string[];
}

/** The result of comparing the audit log with its earlier state. */
export interface WatchedLog {
  readonly at: Date;
  readonly size: number;
  /** The checkpoint as the log signed it, with the cosignatures of its witnesses. */
  readonly checkpoint: string;
  /** In hexadecimal. */
  readonly checkpointSha256: string;
  /** How the log contradicts its earlier state. Undefined if it only grew. */
  readonly broken: string | undefined;
}

/** A value in a column, or its first bytes. */
export interface StoredSample<Value> {
  /** The table and the column, such as `jobs.answer`. */
  readonly column: string;
  readonly value: Value;
}

export interface DatabaseEncryption {
  /** The version of TLS on this connection. Undefined if it is not encrypted. */
  readonly version: string | undefined;
}

/** A retention rule, and when the sweep last enforced it. */
export interface SweptRule {
  readonly rule: string;
  /** For how long the rule keeps its data, such as `24 hours`. */
  readonly kept: string;
  readonly sweptAt: Date;
}

export interface CertificateFigures {
  readonly issued: number;
  readonly refused: number;
  /** Calls without a decision. */
  readonly pending: number;
  readonly oldestPending: Date | undefined;
  /** Issued certificates without evidence of the log. */
  readonly unproven: number;
  readonly oldestUnproven: Date | undefined;
}

/** What the gateway's database shows about promises. All methods only read. */
export interface ComplianceFigures {
  encryption(): Promise<DatabaseEncryption>;
  /** Returns the first bytes of values, chosen at random, in columns that must be sealed. */
  sealedSamples(): Promise<readonly StoredSample<Uint8Array>[]>;
  /** Returns values, chosen at random, in columns of JSON that are not sealed. */
  clearSamples(): Promise<readonly StoredSample<string>[]>;
  swept(): Promise<readonly SweptRule[]>;
  /** Counts certificates of the customer's calls that ended since then. */
  certificates(customerId: CustomerId, since: Date): Promise<CertificateFigures>;
}

/** The checkpoint with which all replicas compare the log. It only moves forward. */
export interface SeenCheckpoints {
  /** Returns the newest checkpoint that a replica has verified. */
  find(): Promise<string | undefined>;
  /** Stores a checkpoint of `size` entries, unless a larger one is stored. */
  save(checkpoint: string, size: number): Promise<void>;
}
