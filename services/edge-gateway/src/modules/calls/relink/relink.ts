import type { Relinked, TextBlocks } from "@veil/relink";
import type { TextScans } from "../scanning/text-scans.ts";

export interface RelinkDeps {
  readonly scans: Pick<TextScans, "relink">;
  readonly onNotRelinked: (error: unknown) => void;
}

/** Restores the values in an answer. Undefined when it could not be read and stays as it is. */
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
