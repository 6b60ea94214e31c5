import { checkedJson } from "@veil/contracts/parsing";
import { openWithKey, sealWithKey, VerificationError, verifying } from "@veil/crypto";
import type { Static, TSchema } from "typebox";

/** A row of the retention table in ARCHITECTURE.md. */
export interface Retention {
  readonly data: string;
  readonly sealedBy: string;
  readonly kept: string;
}

/** Seals and opens stored JSON of one kind. */
export interface SealedRecord<T> {
  readonly retention: Retention;
  /** Seals a record. @param key - 32 bytes */
  seal(key: Uint8Array, id: string, value: T): Buffer;
  /**
   * Opens a record.
   * @throws VerificationError when the box belongs to another id or kind, was changed, or has other
   * content
   */
  open(key: Uint8Array, id: string, box: Uint8Array): T;
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
    seal: (key, id, value) => sealWithKey(key, Buffer.from(JSON.stringify(value)), contextOf(id)),
    open(key, id, box) {
      const opened = openWithKey(key, box, contextOf(id));
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
