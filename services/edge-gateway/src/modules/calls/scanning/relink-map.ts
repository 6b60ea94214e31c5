import { checkedJson } from "@veil/contracts/parsing";
import { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import { deriveKey, sealWithKey, verifying } from "@veil/crypto";
import { type Relinked, relinkAnswer, relinkIfQuick, type TextBlocks } from "@veil/relink";
import { type Static, Type } from "typebox";
import { openOwnBox } from "../../../platform/sealed-record.ts";
import type { RelinkInput, TextScans } from "./text-scans.ts";

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
  /** Sealed together with the values because it contains some of them. */
  evaluation: Type.Optional(GroundTruthEvaluation),
});
type RelinkMap = Readonly<Static<typeof RelinkMap>>;

const parseMap = checkedJson(RelinkMap);

/**
 * A `RelinkMap` whose long parts are already JSON, because there can be tens of thousands of
 * entries.
 */
interface RelinkMapInput {
  readonly linkHosts?: readonly string[];
  readonly entries: Uint8Array;
  readonly evaluation?: Uint8Array;
}

/** Seals the map, bound to the job, with a key that can be derived only from the API key. */
export function sealRelinkMap(apiKey: string, jobId: string, map: RelinkMapInput): Buffer {
  return sealWithKey(mapKey(apiKey, jobId), jsonOf(map), jobId);
}

/**
 * Creates the map of a call that is answered in the same request, so that the map is never stored.
 */
export function unsealedMap(entries: Uint8Array): Uint8Array {
  return jsonOf({ linkHosts: [], entries });
}

function jsonOf({ entries, evaluation, ...rest }: RelinkMapInput): Buffer {
  const short = Buffer.from(JSON.stringify(rest).slice(0, -1));
  const last = evaluation === undefined ? [] : [Buffer.from(',"evaluation":'), evaluation];
  return Buffer.concat([short, Buffer.from(',"entries":'), entries, ...last, Buffer.from("}")]);
}

/**
 * Opens a sealed map. Returns undefined if it was sealed for another API key.
 * @throws VerificationError when the bytes are not a box
 */
export function openRelinkMap(
  apiKey: string,
  jobId: string,
  box: Uint8Array,
): Uint8Array | undefined {
  return openOwnBox(mapKey(apiKey, jobId), box, jobId);
}

/** Parses an opened map, which may be long. @throws VerificationError when it is not a map */
export function readRelinkMap(opened: Uint8Array): RelinkMap {
  return verifying("malformed", "Re-link map: invalid content", () => parseMap(opened));
}

function mapKey(apiKey: string, jobId: string): Buffer {
  return deriveKey(Buffer.from(apiKey), `veil/relink-map/v1/${jobId}`);
}

/** Shorter maps have few enough entries to be read on the event loop. */
const SHORT_MAP_BYTES = 64 * 1024;

export function relinkWithMap(input: RelinkInput): Relinked {
  return relinkAnswer(requestOf(input));
}

/** Restores values if that is quick. Returns undefined if a thread must do it. */
export function relinkWithMapIfQuick(input: RelinkInput): Relinked | undefined {
  return input.map.length < SHORT_MAP_BYTES ? relinkIfQuick(requestOf(input)) : undefined;
}

function requestOf({ form, blocks, map }: RelinkInput) {
  const { entries, linkHosts: hosts = [] } = readRelinkMap(map);
  return { form, blocks, entries, hosts };
}

interface RelinkDeps {
  readonly scans: Pick<TextScans, "relink">;
  readonly onNotRelinked: (error: unknown) => void;
}

/**
 * Restores the values in an answer. Returns undefined if that failed, in which case the answer
 * keeps its placeholders.
 */
export async function relink(
  { scans, onNotRelinked }: RelinkDeps,
  { form, blocks }: TextBlocks,
  map: Uint8Array,
): Promise<Relinked | undefined> {
  try {
    return await scans.relink({ form, blocks, map });
  } catch (error) {
    onNotRelinked(error);
    return undefined;
  }
}
