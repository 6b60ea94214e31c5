import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { type NoteSigner, vkeyText } from "@veil/veil/log";
import { createLogTree, type LogTree } from "../domain/log-tree.ts";
import type { AuditMetrics } from "../metrics.ts";
import type { StampReport, TimeStampAuthority } from "../time-stamps/time-stamp-authority.ts";
import { createTimeStamper } from "../time-stamps/time-stamper.ts";
import type { Witness, WitnessReport } from "../witnesses/witness.ts";
import { createWitnessPoller } from "../witnesses/witness-poller.ts";
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
    | "onCheckpoint"
    | "onWitness"
    | "onWitnessPolled"
    | "onWitnessAge"
    | "onStamping"
    | "onStampRequest"
  >;
}

export interface Checkpoints extends CheckpointLoop {
  readonly tree: LogTree;
  /** Returns the log's public data and the state of its witnesses, for `/invariant`. */
  describe(): {
    readonly origin: string;
    /** The log's public key as a vkey, with which operators configure witnesses and verifiers. */
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
  const pollers = witnesses.map((witness) =>
    createWitnessPoller(witness, { store, tree, nowMs, onPolled: metrics.onWitnessPolled }),
  );
  const stamper = stamping && openStamping(stamping, deps);
  const loop = createCheckpointLoop({
    store,
    log,
    observers: [...pollers.map(({ poll }) => poll), ...(stamper ? [stamper.stamp] : [])],
    makeCheckpoint: createCheckpointMaker({ store, tree, signer, nowMs }),
    onMade(size) {
      metrics.onCheckpoint(size, nowMs());
      for (const { name, cosigned_at } of pollers.map(({ report }) => report()))
        metrics.onWitnessAge(name, nowMs() / 1_000 - (cosigned_at ?? startedMs / 1_000));
    },
  });
  return {
    ...loop,
    tree,
    describe: () => ({
      origin: signer.key.name,
      key: vkeyText(signer.key),
      witnesses: pollers.map(({ report }) => report()),
      ...(stamper && { time_stamps: stamper.report() }),
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
  return createTimeStamper({ ...stamping, store, nowMs, log, onRequest: metrics.onStampRequest });
}
