import { type Relinked, relinkAnswer, relinkIfQuick } from "@veil/relink";
import { readRelinkMap } from "../relink/relink-map.ts";
import type { RelinkInput } from "./text-scans.ts";

/** About as many entries as the event loop may read. */
const SHORT_MAP_BYTES = 64 * 1024;

export function relinkWithMap(input: RelinkInput): Relinked {
  return relinkAnswer(requestOf(input));
}

/** Returns undefined when a thread has to do the work. */
export function relinkWithMapIfQuick(input: RelinkInput): Relinked | undefined {
  return input.map.length < SHORT_MAP_BYTES ? relinkIfQuick(requestOf(input)) : undefined;
}

function requestOf({ form, blocks, map }: RelinkInput) {
  const { entries, linkHosts: hosts = [] } = readRelinkMap(map);
  return { form, blocks, entries, hosts };
}
