/**
 * Returns what a checkpoint says and who signed it, without verifying anything. Source: C2SP,
 * tlog-checkpoint and signed-note.
 */
export function readCheckpoint(note: string): {
  readonly size: number;
  readonly signers: readonly string[];
} {
  const [, size = ""] = note.split("\n");
  const signers = [...note.matchAll(/^— (\S+) /gm)].map(([, name = ""]) => name);
  return { size: Number(size), signers };
}
