import type { AnswerBlocks, Relinked } from "@veil/relink";
import type { TextScans } from "../text-scans.ts";

export interface RelinkDeps {
  readonly scans: Pick<TextScans, "relink">;
  /** An answer could not be read in time, and keeps its placeholders. */
  readonly onNotRelinked: (error: unknown) => void;
}

/** Puts the values back into the blocks of an answer. Undefined: it could not be read; then nothing is restored. */
export async function relink(
  { scans, onNotRelinked }: RelinkDeps,
  { form, blocks }: AnswerBlocks,
  map: Uint8Array,
): Promise<Relinked | undefined> {
  try {
    return await scans.relink({ form, blocks, map });
  } catch (error) {
    onNotRelinked(error);
    return undefined;
  }
}
