import type { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import { deriveKey, openWithKey, sealWithKey } from "@veil/crypto";
import type { PlaceholderEntry } from "@veil/pii/relink";

/** What re-link needs: the values behind the placeholders, and the hosts that the template names. */
export interface RelinkMap {
  readonly entries: readonly PlaceholderEntry[];
  /** Links to these may carry values. A map that an earlier version sealed has none. */
  readonly linkHosts?: readonly string[];
  /** Of a proving-ground request: it travels with the values, since it holds some. */
  readonly evaluation?: GroundTruthEvaluation;
}

/** A `RelinkMap` whose long parts are JSON already: entries can be tens of thousands. */
export interface RelinkMapParts extends Pick<RelinkMap, "linkHosts"> {
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

/** For `readRelinkMap`. Undefined when another key sealed it: then it cannot be opened here. */
export function openRelinkMap(
  apiKey: string,
  jobId: string,
  box: Uint8Array,
): Uint8Array | undefined {
  try {
    return openWithKey(mapKey(apiKey, jobId), box, jobId);
  } catch {
    return undefined;
  }
}

/** An opened map. It is long where the findings were many. */
export function readRelinkMap(opened: Uint8Array): RelinkMap {
  return JSON.parse(new TextDecoder().decode(opened)) as RelinkMap;
}

function mapKey(apiKey: string, jobId: string): Buffer {
  return deriveKey(Buffer.from(apiKey), `veil/relink-map/v1/${jobId}`);
}
