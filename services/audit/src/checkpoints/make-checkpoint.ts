import type { Clock } from "@veil/contracts/clock";
import { type NoteSigner, signCheckpoint } from "@veil/veil/log";
import type { LogTree } from "../domain/log-tree.ts";
import type { CheckpointStore, StoredCheckpoint } from "./checkpoint-ports.ts";

interface MakerDeps {
  readonly store: CheckpointStore;
  readonly tree: LogTree;
  readonly signer: NoteSigner;
  readonly nowMs: Clock;
}

/**
 * Creates the function that signs the log's state if the log has grown.
 * @returns a function that returns the newest checkpoint, or undefined for an empty log
 */
export function createCheckpointMaker({ store, tree, signer, nowMs }: MakerDeps) {
  return async function makeCheckpoint(): Promise<StoredCheckpoint | undefined> {
    const size = await store.grow();
    const latest = await store.latest();
    if (size <= (latest?.size ?? 0)) return latest;
    const note = signCheckpoint({ size, root: await tree.rootAt(size) }, signer);
    await store.add({ size, note, at: new Date(nowMs()) });
    return { size, note, cosignatures: [] };
  };
}
