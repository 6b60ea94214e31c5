import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/telemetry";
import { type NoteSigner, vkeyText } from "@veil/veil/log";
import { createLogTree, type LogTree } from "../domain/log-tree.ts";
import type { AuditMetrics } from "../metrics.ts";
import { createAskedAuthority } from "../time-stamps/ask-time-stamp.ts";
import type { StampReport, TimeStampAuthority } from "../time-stamps/time-stamp-authority.ts";
import { createAskedWitness } from "../witnesses/ask-witness.ts";
import type { Witness, WitnessReport } from "../witnesses/witness.ts";
import { type CheckpointLoop, createCheckpointLoop } from "./checkpoint-loop.ts";
import type { CheckpointStore } from "./checkpoint-ports.ts";
import { createCheckpointMaker } from "./make-checkpoint.ts";

export interface TimeStamping {
  readonly authority: TimeStampAuthority;
  readonly intervalMs: number;
}

interface CheckpointDeps {
  readonly store: CheckpointStore;
  readonly signer: NoteSigner;
  readonly witnesses: readonly Witness[];
  readonly stamping?: TimeStamping | undefined;
  readonly log: Logger;
  readonly nowMs: Clock;
  readonly metrics: Pick<
    AuditMetrics,
    "onCheckpoint" | "onWitness" | "onWitnessAsked" | "onWitnessAge" | "onStamping" | "onStampAsked"
  >;
}

export interface Checkpoints extends CheckpointLoop {
  readonly tree: LogTree;
  /** For `/invariant`. */
  describe(): {
    readonly origin: string;
    /** What witnesses and verifiers are configured with. */
    readonly key: string;
    readonly witnesses: readonly WitnessReport[];
    readonly time_stamps?: StampReport;
  };
  close(): Promise<void>;
}

export function createCheckpoints(deps: CheckpointDeps): Checkpoints {
  const { store, signer, witnesses, stamping, log, nowMs, metrics } = deps;
  const tree = createLogTree(store.nodes);
  const startedMs = nowMs();
  for (const { key } of witnesses) metrics.onWitness(key.name);
  const asked = witnesses.map((witness) =>
    createAskedWitness(witness, { store, tree, nowMs, onAsked: metrics.onWitnessAsked }),
  );
  const stamped = stamping && openStamping(stamping, deps);
  const loop = createCheckpointLoop({
    ...{ store, asked: [...asked, ...(stamped ? [stamped] : [])], log },
    makeCheckpoint: createCheckpointMaker({ store, tree, signer, nowMs }),
    onMade(size) {
      metrics.onCheckpoint(size, nowMs());
      for (const { name, cosigned_at } of asked.map(({ report }) => report()))
        metrics.onWitnessAge(name, nowMs() / 1_000 - (cosigned_at ?? startedMs / 1_000));
    },
  });
  return {
    ...loop,
    tree,
    describe: () => ({
      origin: signer.key.name,
      key: vkeyText(signer.key),
      witnesses: asked.map(({ report }) => report()),
      ...(stamped && { time_stamps: stamped.report() }),
    }),
    async close() {
      loop.stop();
      await Promise.all(witnesses.map((witness) => witness.close()));
      await stamping?.authority.close();
    },
  };
}

function openStamping(stamping: TimeStamping, { store, nowMs, log, metrics }: CheckpointDeps) {
  metrics.onStamping();
  return createAskedAuthority({ ...stamping, store, nowMs, log, onAsked: metrics.onStampAsked });
}
