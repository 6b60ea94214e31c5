import { expect, test } from "@jest/globals";
import { merkleRoot, verifyConsistency, verifyInclusion } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { createHttpWitness } from "../src/adapters/http-witness.ts";
import { createCheckpoints } from "../src/checkpoints/checkpoints.ts";
import { logSigner, openPrunedLog, type PrunedLog } from "./pruned-log.ts";
import { startWitness } from "./witness-server.ts";

const OLD = 100;

describeWithServer("postgres", "Proofs of a pruned log", (adminUrl) => {
  async function withLog(work: (log: PrunedLog) => Promise<void>): Promise<void> {
    const log = await openPrunedLog(adminUrl);
    try {
      await work(log);
    } finally {
      await log.close();
    }
  }

  /**
   * Expects that all roots and proofs, and the inclusion of stored events, match leaves that were
   * read earlier.
   */
  async function expectProofs({ tree }: PrunedLog, leaves: readonly Uint8Array[], pruned: number) {
    const roots = leaves.map((_, at) => merkleRoot(leaves.slice(0, at + 1)));
    for (const [at, root] of roots.entries()) {
      const size = at + 1;
      expect(Buffer.from(await tree.rootAt(size))).toEqual(Buffer.from(root));
      for (let from = 1; from <= size; from += 1) {
        const older = { size: from, root: roots[from - 1] ?? root };
        const path = await tree.consistency(from, size);
        expect(verifyConsistency({ from: older, to: { size, root }, path })).toBe(true);
      }
      for (let index = pruned; index < size; index += 1) {
        const [path = []] = await tree.inclusions([index], size);
        const leafHash = leaves[index] ?? root;
        expect(verifyInclusion({ size, root, index, leafHash, path })).toBe(true);
      }
    }
  }

  test.each([1, 2, 3, 4, 7, 8, 12])(
    "When %i of 13 events are pruned, then the roots and proofs are those of the whole log, even after it grows",
    (pruned) =>
      withLog(async (log) => {
        await log.append(13, OLD);
        await log.makeCheckpoint();
        const leaves = await log.leafHashes();
        await log.state({ size: pruned });
        expect((await log.prune()).lines).toEqual([`${pruned} events pruned`]);
        await expectProofs(log, leaves, pruned);

        for (const count of [1, 2, 5]) {
          await log.append(count, 1);
          await log.makeCheckpoint();
          leaves.push(...(await log.leafHashes()).slice(-count));
          await expectProofs(log, leaves, pruned);
        }
      }),
  );

  test("When all events except the newest are pruned and the tree has an odd size, then the tree can still grow", () =>
    withLog(async (log) => {
      await log.append(5, OLD);
      await log.makeCheckpoint();
      const leaves = await log.leafHashes();
      expect(await log.signPruning()).toBe(true);
      expect((await log.prune()).lines).toEqual(["4 events pruned"]);
      await log.append(1, OLD);
      await log.makeCheckpoint();
      leaves.push(...(await log.leafHashes()).slice(-1));
      expect(await log.signPruning()).toBe(true);
      expect((await log.prune()).lines).toEqual(["1 events pruned"]);
      await log.append(2, 1);
      await log.makeCheckpoint();
      leaves.push(...(await log.leafHashes()).slice(-2));
      await expectProofs(log, leaves, 5);
      expect((await log.verify()).lines[0]).toBe("3 events, chain intact");
    }));

  test("When events are pruned after a witness cosigned, then the witness continues to cosign", () =>
    withLog(async (log) => {
      const witness = await startWitness(logSigner.key);
      const outcomes: string[] = [];
      const checkpoints = createCheckpoints({
        ...{ store: log.checkpoints, signer: logSigner, log: silentLogger, nowMs: Date.now },
        witnesses: [createHttpWitness(witness.address)],
        metrics: {
          onCheckpoint: () => undefined,
          onWitness: () => undefined,
          onWitnessPolled: (_name, outcome) => outcomes.push(outcome),
          onWitnessAge: () => undefined,
          onStamping: () => undefined,
          onStampRequest: () => undefined,
        },
      });
      await log.append(5, OLD);
      await checkpoints.run();
      await log.append(4, OLD);
      await log.checkpoints.grow();
      await log.state({ size: 8 });
      expect((await log.prune()).lines).toEqual(["8 events pruned"]);
      await checkpoints.run();
      await log.append(2, 1);
      await checkpoints.run();

      expect(outcomes).toEqual(["cosigned", "cosigned", "cosigned"]);
      expect((await log.checkpoints.latest())?.cosignatures).toHaveLength(1);
      await checkpoints.close();
      await witness.close();
    }));
});
