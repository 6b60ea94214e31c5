import { merkleLeafHash, merkleRoot } from "@veil/crypto";
import type {
  CheckpointStore,
  KeptTimeStamp,
  StoredCheckpoint,
  StoredCosignature,
  StoredPruning,
} from "../src/checkpoints/checkpoint-ports.ts";
import type { EventStore } from "../src/ports.ts";

interface Kept {
  readonly size: number;
  readonly note: string;
  readonly at: Date;
  named: boolean;
  readonly cosignatures: Map<string, StoredCosignature>;
}

const HOUR_MS = 3_600_000;
const EVERYTHING = 1_000_000;

/** In memory, for component tests. */
export function createMemoryCheckpointStore(
  events: Pick<EventStore, "readAfter">,
): CheckpointStore {
  const kept = new Map<number, Kept>();
  const prunings = new Map<number, StoredPruning>();
  const stamps = new Map<number, KeptTimeStamp>();
  let size = 0;
  const bySize = () => [...kept.values()].sort((a, b) => b.size - a.size);
  const rows = () => events.readAfter(0, EVERYTHING);

  return {
    async grow() {
      size = (await rows()).length;
      return size;
    },
    async nodes(nodes) {
      const leaves = (await rows()).slice(0, size).map(({ hash }) => merkleLeafHash(hash));
      return nodes.map(({ level, position }) => {
        const end = (position + 1) * 2 ** level;
        return end <= size ? merkleRoot(leaves.slice(position * 2 ** level, end)) : undefined;
      });
    },
    async add(checkpoint) {
      if (kept.has(checkpoint.size)) return;
      kept.set(checkpoint.size, { ...checkpoint, named: false, cosignatures: new Map() });
    },
    latest: async () => stored(bySize()[0]),
    async cosign(of, cosignature) {
      const cosignatures = kept.get(of)?.cosignatures;
      const known = cosignatures?.get(cosignature.witness);
      if (known === undefined || known.time < cosignature.time)
        cosignatures?.set(cosignature.witness, cosignature);
    },
    async name({ first, last, cosignedBy }) {
      const [best] = bySize()
        .filter((each) => each.size > first)
        .filter(({ cosignatures }) => cosignedBy.every((witness) => cosignatures.has(witness)))
        .slice(0, 16)
        .sort(
          (a, b) =>
            b.cosignatures.size - a.cosignatures.size ||
            Number(b.size > last) - Number(a.size > last) ||
            Number(b.named) - Number(a.named),
        );
      if (best !== undefined) best.named = true;
      return stored(best);
    },
    async locate(eventIds) {
      const all = await rows();
      return eventIds.map((id) => all.find(({ columns }) => columns.event_id === id));
    },
    async addPruning(pruning) {
      if (!prunings.has(pruning.size)) prunings.set(pruning.size, pruning);
    },
    async pruningUpTo(most) {
      const sizes = [...prunings.keys()].filter((each) => each <= most);
      return prunings.get(Math.max(...sizes));
    },
    async addTimeStamp(stamp) {
      if (!kept.has(stamp.size)) throw new Error("There is no such checkpoint");
      if (!stamps.has(stamp.size)) stamps.set(stamp.size, stamp);
    },
    latestTimeStamp: async () => stamps.get(Math.max(...stamps.keys())),
    async timeStampFrom(least) {
      const stamp = stamps.get(Math.min(...[...stamps.keys()].filter((each) => each >= least)));
      return stamp && { ...stamp, note: kept.get(stamp.size)?.note ?? "" };
    },
    async forget() {
      const all = [...kept.values()];
      for (const one of all) {
        const isOld = one.at.getTime() < Date.now() - HOUR_MS;
        const isFollowed = all.some((later) => later.size > one.size && day(later) === day(one));
        const isStamped = stamps.has(one.size);
        if (!one.named && !isStamped && isOld && isFollowed) kept.delete(one.size);
      }
    },
  };
}

function day({ at }: Kept): string {
  return at.toISOString().slice(0, 10);
}

function stored(one: Kept | undefined): StoredCheckpoint | undefined {
  if (one === undefined) return undefined;
  const cosignatures = [...one.cosignatures.values()].sort((a, b) =>
    a.witness < b.witness ? -1 : 1,
  );
  return { size: one.size, note: one.note, cosignatures };
}
