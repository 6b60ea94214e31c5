import { checkedJson } from "@veil/contracts/parsing";
import { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import { deriveKey, sealWithKey, verifying } from "@veil/crypto";
import { type Static, Type } from "typebox";
import { openOwnBox } from "../../../platform/sealed-record.ts";

const Entry = Type.Object({
  placeholder: Type.String(),
  value: Type.String(),
  forms: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.String(),
        genitive: Type.Optional(Type.Boolean()),
        before: Type.String(),
        after: Type.String(),
      }),
    ),
  ),
});

const RelinkMap = Type.Object({
  entries: Type.Array(Entry),
  linkHosts: Type.Optional(Type.Array(Type.String())),
  /** Stored with the values, since it holds some of them. */
  evaluation: Type.Optional(GroundTruthEvaluation),
});
export type RelinkMap = Readonly<Static<typeof RelinkMap>>;

const parseMap = checkedJson(RelinkMap);

/** A `RelinkMap` whose long parts are JSON already: there can be tens of thousands of entries. */
export interface RelinkMapInput {
  readonly linkHosts?: readonly string[];
  readonly entries: Uint8Array;
  readonly evaluation?: Uint8Array;
}

/** Seals the map under a key that only the holder of the API key can derive, bound to the job. */
export function sealRelinkMap(apiKey: string, jobId: string, map: RelinkMapInput): Buffer {
  return sealWithKey(mapKey(apiKey, jobId), jsonOf(map), jobId);
}

/** Creates the map of a call whose answer comes at once, so that the map is never stored. */
export function unsealedMap(entries: Uint8Array): Uint8Array {
  return jsonOf({ linkHosts: [], entries });
}

function jsonOf({ entries, evaluation, ...rest }: RelinkMapInput): Buffer {
  const short = Buffer.from(JSON.stringify(rest).slice(0, -1));
  const last = evaluation === undefined ? [] : [Buffer.from(',"evaluation":'), evaluation];
  return Buffer.concat([short, Buffer.from(',"entries":'), entries, ...last, Buffer.from("}")]);
}

/**
 * Returns undefined when another API key sealed the box.
 * @throws VerificationError when it is no box
 */
export function openRelinkMap(
  apiKey: string,
  jobId: string,
  box: Uint8Array,
): Uint8Array | undefined {
  return openOwnBox(mapKey(apiKey, jobId), box, jobId);
}

/** May be long. @throws VerificationError when it is not a map */
export function readRelinkMap(opened: Uint8Array): RelinkMap {
  return verifying("malformed", "Re-link map: invalid content", () => parseMap(opened));
}

function mapKey(apiKey: string, jobId: string): Buffer {
  return deriveKey(Buffer.from(apiKey), `veil/relink-map/v1/${jobId}`);
}
