import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { ed25519PrivateKey } from "@veil/crypto";
import type { Database } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import type { TestDatabase } from "@veil/testing/database";
import { createNoteSigner } from "@veil/veil";
import { type NoteSigner, signCheckpoint, vkeyText } from "@veil/veil/log";
import { createPostgresCheckpointStore } from "../src/adapters/postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "../src/adapters/postgres-event-store.ts";
import { runCommand } from "../src/commands/run-command.ts";
import { canonicalEvent } from "../src/domain/canonical-event.ts";
import { createLogTree } from "../src/domain/log-tree.ts";
import { createAuditDatabase, openDatabase } from "./audit-database.ts";
import { sampleEvents } from "./sample-events.ts";

const signer = createNoteSigner(
  "veil-gateway/audit",
  "ed25519",
  ed25519PrivateKey(Buffer.alloc(32, 7)),
);

describeWithServer("postgres", "verify with an older checkpoint", (adminUrl) => {
  let database: TestDatabase;
  let runtime: Database;
  let owner: Database;
  let folder: string;

  beforeEach(async () => {
    database = await createAuditDatabase(adminUrl);
    runtime = openDatabase(database.runtimeUrl);
    owner = openDatabase(database.ownerUrl);
    folder = mkdtempSync(path.join(tmpdir(), "veil-checkpoint-"));
    const events = createPostgresEventStore(runtime);
    await events.append(sampleEvents(6));
    const store = createPostgresCheckpointStore(runtime);
    const size = await store.grow();
    const root = await createLogTree(store.nodes).rootAt(size);
    writeFileSync(file(), signCheckpoint({ size, root }, signer));
    await events.append(sampleEvents(3));
    await owner.query("alter table audit.events disable trigger user");
    await owner.query("alter table audit.head disable trigger user");
  });
  afterEach(async () => {
    await Promise.all([runtime, owner].map((pool) => pool.close()));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const file = () => path.join(folder, "checkpoint");
  const withKey = ({ key }: NoteSigner) => ["--checkpoint", file(), "--key", vkeyText(key)];

  async function verify(args: readonly string[] = withKey(signer)) {
    const print = jest.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await runCommand("verify", { AUDIT_DATABASE_URL: database.runtimeUrl }, args);
      return { code: process.exitCode ?? 0, lines: print.mock.calls.flat() };
    } finally {
      process.exitCode = 0;
      print.mockRestore();
    }
  }

  test("When the log has only grown, then verification against an older checkpoint succeeds", async () => {
    expect(await verify()).toEqual({
      code: 0,
      lines: ["9 events, chain intact", "begins with the 6 events of the checkpoint"],
    });
  });

  /**
   * Replaces the events and recomputes the chain, as an operator with the owner's rights could do.
   */
  async function rewrite(change: (texts: readonly string[]) => readonly string[]): Promise<void> {
    const rows = await owner.query<{ canonical: string }>(
      "select canonical from audit.events order by seq",
    );
    await owner.query("truncate audit.events");
    await owner.query("update audit.head set seq = 0, hash = decode(repeat('00', 32), 'hex')");
    const texts = change(rows.map(({ canonical }) => canonical));
    await owner.query("select audit.append_events($1)", [JSON.stringify(texts)]);
  }

  const [other = ""] = sampleEvents(1).map(canonicalEvent);
  test.each<[string, number, (texts: readonly string[]) => readonly string[]]>([
    ["changed", 9, (texts) => texts.with(1, other)],
    ["deleted", 8, (texts) => texts.toSpliced(1, 1)],
    ["moved", 9, ([first = "", second = "", ...rest]) => [second, first, ...rest]],
    ["added in the past", 10, (texts) => texts.toSpliced(1, 0, other)],
  ])(
    "When an event was %s and the chain was recomputed, then the log does not match the checkpoint",
    async (_what, count, change) => {
      await rewrite(change);

      expect(await verify([])).toEqual({ code: 0, lines: [`${count} events, chain intact`] });
      expect(await verify()).toEqual({ code: 1, lines: ["chain broken at seq 6: checkpoint"] });
    },
  );

  test("When the end of the log was cut off, then verify prints the first missing event", async () => {
    await rewrite((texts) => texts.slice(0, 4));

    expect(await verify([])).toEqual({ code: 0, lines: ["4 events, chain intact"] });
    expect(await verify()).toEqual({ code: 1, lines: ["chain broken at seq 5: truncated"] });
  });

  test("verify with a checkpoint that another key signed, or without --key, is a configuration error", async () => {
    const foreign = createNoteSigner(
      "veil-gateway/audit",
      "ed25519",
      ed25519PrivateKey(Buffer.alloc(32, 8)),
    );
    await expect(verify(withKey(foreign))).rejects.toThrow("not signed by the pinned key");
    await expect(verify(["--checkpoint", file()])).rejects.toThrow("takes --key VKEY");
    await expect(verify(["--all"])).rejects.toThrow("verify takes");
    await expect(
      verify(["--checkpoint", `${file()}.absent`, "--key", vkeyText(signer.key)]),
    ).rejects.toThrow("cannot be read");
  });
});
