import { deriveKey, hmacSha256, VerificationError } from "@veil/crypto";
import { openOwnBox, type Sealing, sealingUnder } from "./sealed-record.ts";

/** The labels from which the key of each use is derived, for what is sealed under the data keys. */
const SEALED_LABELS = {
  fields: "veil/gateway/fields/v1",
  certificates: "veil/gateway/certificates/v1",
  answers: "veil/gateway/answers/v1",
  compliance: "veil/gateway/compliance/v1",
  "operator-sessions": "veil/gateway/operator-sessions/v1",
  "sign-in-flows": "veil/gateway/sign-in-flows/v1",
} as const;

/** The labels for what the data keys authenticate with an HMAC. */
const MAC_LABELS = {
  "registration-proofs": "veil/gateway/registration-proofs/v1",
  "email-tombstones": "veil/gateway/email-tombstones/v1",
  "login-emails": "veil/gateway/login-emails/v1",
  "client-addresses": "veil/gateway/client-addresses/v1",
  "job-ids": "veil/gateway/job-ids/v1",
  idempotency: "veil/gateway/idempotency/v1",
  "idempotent-body": "veil/gateway/idempotent-body/v1",
} as const;

export type SealedUse = keyof typeof SEALED_LABELS;
type MacUse = keyof typeof MAC_LABELS;

/** Returns the HMAC of the concatenated parts. */
export type Mac = (...parts: readonly (string | Uint8Array)[]) => Buffer;

/**
 * The HMACs of one use. Everything new is made with `current`. What was stored or given out before
 * a rotation is found with one of `all`, which begins with `current`.
 */
export interface Macs {
  readonly current: Mac;
  readonly all: readonly Mac[];
}

/** Seals under the current key, and opens boxes of every key. */
export interface RotatedSealing extends Sealing {
  /**
   * Returns the content of a box in a new box of the current key.
   * @returns `current` if the box already is of the current key, and `unopened` if no key opens it
   */
  reseal(box: Uint8Array, context: string): Buffer | "current" | "unopened";
}

/**
 * The gateway's data keys. They cannot be read, so that nothing can seal, open or look up with one
 * of them and forget the others.
 */
export interface DataKeys {
  sealing(use: SealedUse): RotatedSealing;
  macs(use: MacUse): Macs;
}

const KEY_FORM = /^[0-9a-f]{64}$/;
/** A rotation needs two. The third lets a rotation begin before the last one has ended. */
const MAX_KEYS = 3;

/**
 * Parses the setting: one key, or several separated by commas. The first one seals, and all open.
 * @throws TypeError whose message contains nothing of the text
 */
export function parseDataKeys(text: string): DataKeys {
  const entries = text.toLowerCase().split(",");
  if (!entries.every((entry) => KEY_FORM.test(entry)))
    throw new TypeError("must be 64 hexadecimal digits, or a comma-separated list of such keys");
  if (entries.length > MAX_KEYS) throw new TypeError(`must contain no more than ${MAX_KEYS} keys`);
  if (new Set(entries).size < entries.length) throw new TypeError("contains a key twice");
  const roots = entries.map((entry) => Buffer.from(entry, "hex"));
  const derived = (label: string) =>
    roots.map((root) => deriveKey(root, label)) as [Buffer, ...Buffer[]];
  return {
    sealing: (use) => rotatedSealing(derived(SEALED_LABELS[use])),
    macs: (use) => macsUnder(derived(MAC_LABELS[use])),
  };
}

type DerivedKeys = readonly [Uint8Array, ...Uint8Array[]];

function rotatedSealing(keys: DerivedKeys): RotatedSealing {
  const [current, ...older] = keys;
  const { seal } = sealingUnder(current);
  return {
    seal,
    open(box, context) {
      const opened = openedWith(keys, box, context);
      if (opened === undefined)
        throw new VerificationError("decryption_failed", "No data key opens the box");
      return opened;
    },
    reseal(box, context) {
      try {
        if (openOwnBox(current, box, context) !== undefined) return "current";
        const opened = openedWith(older, box, context);
        return opened === undefined ? "unopened" : seal(opened, context);
      } catch (error) {
        if (error instanceof VerificationError) return "unopened";
        throw error;
      }
    },
  };
}

function openedWith(keys: readonly Uint8Array[], box: Uint8Array, context: string) {
  for (const key of keys) {
    const opened = openOwnBox(key, box, context);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

function macsUnder([first, ...older]: DerivedKeys): Macs {
  const macOf =
    (key: Uint8Array): Mac =>
    (...parts) =>
      hmacSha256(key, ...parts);
  const current = macOf(first);
  return { current, all: [current, ...older.map(macOf)] };
}
