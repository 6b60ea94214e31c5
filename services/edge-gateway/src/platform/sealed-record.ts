import { checkedJson } from "@veil/contracts/parsing";
import {
  openWithKey,
  type RandomBytes,
  sealWithKey,
  VerificationError,
  verifying,
} from "@veil/crypto";
import type { Static, TSchema } from "typebox";

/** A row of the retention table in ARCHITECTURE.md. */
export interface Retention {
  readonly data: string;
  readonly sealedBy: string;
  readonly kept: string;
}

/** Seals and opens boxes. Each box is bound to its context. */
export interface Sealing {
  seal(plaintext: Uint8Array, context: string, random?: RandomBytes): Buffer;
  /** @throws VerificationError when no key opens the box in this context */
  open(box: Uint8Array, context: string): Buffer;
}

/** Returns what seals and opens under a single key. @param key - 32 bytes */
export function sealingUnder(key: Uint8Array): Sealing {
  return {
    seal: (plaintext, context, random) => sealWithKey(key, plaintext, context, random),
    open: (box, context) => openWithKey(key, box, context),
  };
}

/** Seals and opens stored JSON of one kind. */
export interface SealedRecord<T> {
  readonly retention: Retention;
  /** Returns the context of a record's box. */
  contextOf(id: string): string;
  seal(sealing: Sealing, id: string, value: T): Buffer;
  /**
   * Opens a record.
   * @throws VerificationError when the box belongs to another id or kind, was changed, or has other
   * content
   */
  open(sealing: Sealing, id: string, box: Uint8Array): T;
}

/**
 * Defines a kind of sealed record. Each box is bound to the kind (`context`) and to the id of its
 * call or job.
 */
export function sealedRecord<const S extends TSchema>(
  schema: S,
  { context, ...retention }: Retention & { readonly context: string },
): SealedRecord<Static<S>> {
  const parse = checkedJson(schema);
  const contextOf = (id: string) => `${context}/${id}`;
  return {
    retention,
    contextOf,
    seal: (sealing, id, value) => sealing.seal(Buffer.from(JSON.stringify(value)), contextOf(id)),
    open(sealing, id, box) {
      const opened = sealing.open(box, contextOf(id));
      return verifying("malformed", `${context}: invalid content`, () => parse(opened));
    },
  };
}

/**
 * Opens a box. Returns undefined if it was sealed with another key or for another context.
 * @throws VerificationError when the bytes are not a box
 */
export function openOwnBox(key: Uint8Array, box: Uint8Array, context: string): Buffer | undefined {
  try {
    return openWithKey(key, box, context);
  } catch (error) {
    if (error instanceof VerificationError && error.code === "decryption_failed") return undefined;
    throw error;
  }
}
