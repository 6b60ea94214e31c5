import { checkedJson } from "@veil/contracts/parsing";
import { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import { deriveKey, openWithKey, sealWithKey, VerificationError, verifying } from "@veil/crypto";
import { type Static, Type } from "typebox";

/** A `PlaceholderEntry` of `@veil/pii`. */
const Entry = Type.Object({
  placeholder: Type.String(),
  value: Type.String(),
  forms: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), before: Type.String(), after: Type.String() })),
  ),
});

/** What re-link needs: the values behind the placeholders, and the hosts that the template names. */
const RelinkMap = Type.Object({
  entries: Type.Array(Entry),
  /** Links to these may carry values. A map that an earlier version sealed has none. */
  linkHosts: Type.Optional(Type.Array(Type.String())),
  /** Of a proving-ground request: it travels with the values, since it holds some. */
  evaluation: Type.Optional(GroundTruthEvaluation),
});
export type RelinkMap = Readonly<Static<typeof RelinkMap>>;

const parseMap = checkedJson(RelinkMap);

/** A `RelinkMap` whose long parts are JSON already: entries can be tens of thousands. */
export interface RelinkMapParts {
  readonly linkHosts?: readonly string[];
  readonly entries: Uint8Array;
  readonly evaluation?: Uint8Array;
}

/** Sealed under a key that only the holder of the API key can derive, bound to the job. */
export function sealRelinkMap(apiKey: string, jobId: string, map: RelinkMapParts): Buffer {
  return sealWithKey(mapKey(apiKey, jobId), jsonOf(map), jobId);
}

function jsonOf({ entries, evaluation, ...rest }: RelinkMapParts): Buffer {
  const short = Buffer.from(JSON.stringify(rest).slice(0, -1));
  const last = evaluation === undefined ? [] : [Buffer.from(',"evaluation":'), evaluation];
  return Buffer.concat([short, Buffer.from(',"entries":'), entries, ...last, Buffer.from("}")]);
}

/**
 * For `readRelinkMap`. Undefined when another API key sealed it: then it cannot be opened here.
 * @throws VerificationError for what is no box at all
 */
export function openRelinkMap(
  apiKey: string,
  jobId: string,
  box: Uint8Array,
): Uint8Array | undefined {
  try {
    return openWithKey(mapKey(apiKey, jobId), box, jobId);
  } catch (error) {
    if (error instanceof VerificationError && error.code === "decryption_failed") return undefined;
    throw error;
  }
}

/** An opened map. It is long where the findings were many. @throws VerificationError when it is no map */
export function readRelinkMap(opened: Uint8Array): RelinkMap {
  return verifying("malformed", "Box of values: no map", () => parseMap(opened));
}

function mapKey(apiKey: string, jobId: string): Buffer {
  return deriveKey(Buffer.from(apiKey), `veil/relink-map/v1/${jobId}`);
}
