import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { sha256Hex } from "@veil/crypto";
import { writeWhole } from "@veil/crypto/files";
import { type Checkpoint, parseCheckpoint } from "@veil/veil/log";

/** The last checkpoint that the witness cosigned, per log. */
export interface WitnessStates {
  latest(origin: string): Checkpoint | undefined;
  /**
   * Saves a checkpoint, which is durable when the promise resolves.
   * @param text - the checkpoint's text
   */
  save(text: string): Promise<void>;
}

/**
 * Opens a folder with one file per log. Only one process may use a folder.
 * @throws Error when a file is unreadable, because a witness without its state would cosign a log
 * that was rolled back
 */
export function openStateFolder(folder: string, origins: readonly string[]): WitnessStates {
  const fileOf = (origin: string) => path.join(folder, `${sha256Hex(origin)}.checkpoint`);
  const known = new Map<string, Checkpoint>();
  for (const origin of origins) {
    const text = readIfThere(fileOf(origin));
    if (text === undefined) continue;
    const checkpoint = parseCheckpoint(text);
    if (checkpoint.origin !== origin) throw new Error("A file of the state is of another log");
    known.set(origin, checkpoint);
  }
  return {
    latest: (origin) => known.get(origin),
    async save(text) {
      const checkpoint = parseCheckpoint(text);
      await writeWhole(fileOf(checkpoint.origin), text, { mode: 0o600 });
      await syncFolder(folder);
      known.set(checkpoint.origin, checkpoint);
    },
  };
}

/** Syncs the folder. Otherwise, a power failure could undo the renaming. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}
