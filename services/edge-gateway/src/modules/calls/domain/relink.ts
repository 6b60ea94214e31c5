import type { Relinked } from "@veil/relink";
import type { TextScans } from "../text-scans.ts";
import type { Answer } from "./answers.ts";

export interface RelinkDeps {
  readonly scans: Pick<TextScans, "relink">;
  /** An answer could not be read in time, and keeps its placeholders. */
  readonly onNotRelinked: (error: unknown) => void;
}

/** Puts the values back into an answer. Undefined: there is none, or it could not be read; then nothing is restored. */
export async function relink(
  { scans, onNotRelinked }: RelinkDeps,
  { result, form }: Answer,
  map: Uint8Array,
): Promise<Relinked | undefined> {
  if (result.outcome === "failed") return undefined;
  try {
    return await scans.relink({ form, text: result.text, map });
  } catch (error) {
    onNotRelinked(error);
    return undefined;
  }
}
