import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { jest } from "@jest/globals";
import { merkleLeafHash } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { createNoteSigner } from "@veil/veil";
import { type NoteSigner, signPruning } from "@veil/veil/log";
import { createPostgresCheckpointStore } from "../src/adapters/postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "../src/adapters/postgres-event-store.ts";
import { createCheckpointMaker } from "../src/checkpoints/make-checkpoint.ts";
import { runCommand } from "../src/commands/run-command.ts";
import { createLogTree } from "../src/domain/log-tree.ts";
import { createLogStart } from "../src/pruning/read-log-start.ts";
import { createPruningSigner } from "../src/pruning/sign-pruning.ts";
import { createAuditDatabase, openDatabase } from "./audit-database.ts";
import { sampleEvent } from "./sample-events.ts";

const AUDIT_DAYS = 30;
export const ORIGIN = "veil-gateway/audit";
const DAY_MS = 86_400_000;
const trust = createTestTrust();
export const logSigner: NoteSigner = createNoteSigner(
  ORIGIN,
  "ed25519",
  trust.keysOf("audit").signing("checkpoint").key,
);

export type PrunedLog = Awaited<ReturnType<typeof openPrunedLog>>;

/** Opens a log in PostgreSQL whose service keeps events for 30 days. */
export async function openPrunedLog(adminUrl: string) {
  const database = await createAuditDatabase(adminUrl);
  const [runtime, owner] = [openDatabase(database.runtimeUrl), openDatabase(database.ownerUrl)];
  const folder = mkdtempSync(path.join(tmpdir(), "veil-pruned-"));
  const trustFile = path.join(folder, "trust.json");
  writeFileSync(trustFile, trust.trustFile);
  const events = createPostgresEventStore(runtime);
  const checkpoints = createPostgresCheckpointStore(runtime);
  const tree = createLogTree(checkpoints.nodes);
  const readLogStart = createLogStart(checkpoints, [logSigner.key]);
  const deps = { events, checkpoints, tree, readLogStart, signer: logSigner, nowMs: Date.now };

  async function command(name: string, env: object, args: readonly string[] = []) {
    const print = jest.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await runCommand(name, { TRUST_FILE: trustFile, ...env }, args);
      return { code: process.exitCode ?? 0, lines: print.mock.calls.flat() };
    } finally {
      process.exitCode = 0;
      print.mockRestore();
    }
  }

  return {
    ...{ database, runtime, owner, events, checkpoints, tree, readLogStart, folder },
    makeCheckpoint: createCheckpointMaker({ ...deps, store: checkpoints }),
    signPruning: createPruningSigner({ ...deps, days: AUDIT_DAYS }),
    /** Appends events with the given age. */
    async append(count: number, ageDays: number) {
      const occurred_at = new Date(Date.now() - ageDays * DAY_MS).toISOString();
      await events.append(Array.from({ length: count }, () => sampleEvent({ occurred_at })));
    },
    leafHashes: async () =>
      (await events.readAfter(0, 10_000)).map(({ hash }) => merkleLeafHash(hash)),
    /** Stores a pruning that the service would never sign, or one that another key signed. */
    async state(row: { size: number; signed?: number; signer?: NoteSigner }) {
      const { size, signed = size, signer = logSigner } = row;
      const [last] = await events.readAfter(signed - 1, 1);
      const root = await tree.rootAt(signed);
      const chainHash = last?.hash ?? Buffer.alloc(32);
      const pruning = { size: signed, root, chainHash, before: "2026-01-01T00:00:00Z" };
      await checkpoints.addPruning({ size, note: signPruning(pruning, signer) });
    },
    prune: (env: object = {}) =>
      command("prune", { AUDIT_OWNER_DATABASE_URL: database.ownerUrl, AUDIT_DAYS, ...env }),
    verify: (args: readonly string[] = [], env: object = {}) =>
      command("verify", { AUDIT_DATABASE_URL: database.runtimeUrl, ...env }, args),
    seqs: async () => (await events.readAfter(0, 10_000)).map(({ seq }) => seq),
    async close() {
      await Promise.all([runtime.close(), owner.close()]);
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
