import { type Relinked, relinkAnswer, relinkIfQuick } from "@veil/relink";
import { readRelinkMap } from "../relink/relink-map.ts";
import type { RelinkParts } from "./text-scans.ts";

/** About as many entries as the event loop may read. */
const SHORT_MAP_BYTES = 64 * 1024;

export function relinkWithMap(parts: RelinkParts): Relinked {
  return relinkAnswer(requestOf(parts));
}

/** Undefined when the work is for a thread. */
export function relinkWithMapIfQuick(parts: RelinkParts): Relinked | undefined {
  return parts.map.length < SHORT_MAP_BYTES ? relinkIfQuick(requestOf(parts)) : undefined;
}

function requestOf({ form, blocks, map }: RelinkParts) {
  const { entries, linkHosts: hosts = [] } = readRelinkMap(map);
  return { form, blocks, entries, hosts };
}
