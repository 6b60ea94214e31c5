import { findPlaceholders } from "@veil/pii/relink";
import { type ArgumentsRelinker, createArgumentsRelinker, type RelinkText } from "@veil/relink";
import { relink } from "../relink/relink.ts";
import { unsealedMap } from "../relink/relink-map.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";

export interface RestoringCall {
  /** Returns undefined if the arguments of this tool keep their placeholders. */
  relinkerFor(tool: string): ArgumentsRelinker | undefined;
  restored(): number;
}

/** Restores values in the arguments of the tools that the policy of the key names. */
export function restoringCall(
  deps: Pick<DirectCallDeps, "scans" | "onNotRelinked">,
  { input, prepared }: OpenCall,
): RestoringCall {
  const { relinkTools } = input.content;
  const map = relinkTools.size > 0 ? unsealedMap(prepared.sanitisation.entries) : undefined;
  let restored = 0;
  const relinkText: RelinkText = async (text) => {
    if (map === undefined || findPlaceholders(text).length === 0) return text;
    const relinked = await relink(deps, { form: "string", blocks: [text] }, map);
    restored += relinked?.restored ?? 0;
    return relinked?.blocks.join("") ?? text;
  };
  const isRestored = (tool: string) => input.relink && relinkTools.has(tool);
  return {
    relinkerFor: (tool) => (isRestored(tool) ? createArgumentsRelinker(relinkText) : undefined),
    restored: () => restored,
  };
}
