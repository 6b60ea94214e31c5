import { createHash } from "node:crypto";
import { canonicalJson, type JsonValue } from "@veil/crypto";
import { columnsOf, type EventColumns } from "./canonical-event.ts";

export interface ChainHead {
  readonly seq: number;
  /** The chain hash of the event, 32 bytes. */
  readonly hash: Uint8Array;
}

export interface ChainRow {
  readonly seq: number;
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly canonical: string;
  readonly columns: EventColumns;
}

/**
 * `gap`: an event is missing or was moved. `link`: the event's previous hash is wrong.
 * `hash`, `columns`: the event was edited.
 */
export type BreakReason = "gap" | "link" | "hash" | "columns";

export type ChainVerification =
  | { readonly kind: "intact"; readonly head: ChainHead }
  | { readonly kind: "broken"; readonly seq: number; readonly reason: BreakReason };

export const GENESIS: ChainHead = { seq: 0, hash: Buffer.alloc(32) };

const LEAF_PREFIX = Buffer.of(0);

/** Returns SHA-256(0x00 || prev, 32 bytes || seq, 8 bytes big-endian || canonical, UTF-8). */
export function chainHash(prev: Uint8Array, seq: number, canonical: string): Buffer {
  const seqBytes = Buffer.alloc(8);
  seqBytes.writeBigUInt64BE(BigInt(seq));
  const hash = createHash("sha256").update(LEAF_PREFIX).update(prev).update(seqBytes);
  return hash.update(canonical, "utf8").digest();
}

export function nextRow(head: ChainHead, canonical: string): ChainRow {
  const seq = head.seq + 1;
  return {
    seq,
    prevHash: head.hash,
    hash: chainHash(head.hash, seq, canonical),
    canonical,
    columns: columnsOf(canonical),
  };
}

/** Checks that `rows` continue the chain after `from`. Returns the first row that does not. */
export function verifyChain(
  rows: Iterable<ChainRow>,
  from: ChainHead = GENESIS,
): ChainVerification {
  let head = from;
  for (const row of rows) {
    const reason = faultOf(row, head);
    if (reason !== undefined) return { kind: "broken", seq: head.seq + 1, reason };
    head = { seq: row.seq, hash: row.hash };
  }
  return { kind: "intact", head };
}

function faultOf(row: ChainRow, head: ChainHead): BreakReason | undefined {
  if (row.seq !== head.seq + 1) return "gap";
  if (!same(row.prevHash, head.hash)) return "link";
  if (!same(row.hash, chainHash(head.hash, row.seq, row.canonical))) return "hash";
  return columnsAgree(row) ? undefined : "columns";
}

function columnsAgree({ canonical, columns }: ChainRow): boolean {
  try {
    return comparable(columnsOf(canonical)) === comparable(columns);
  } catch {
    return false;
  }
}

function comparable(columns: EventColumns): string {
  return canonicalJson(columns as unknown as JsonValue);
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
