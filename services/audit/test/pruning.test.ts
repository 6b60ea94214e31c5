import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ed25519PrivateKey } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { createNoteSigner } from "@veil/veil";
import { signCheckpoint, vkeyText } from "@veil/veil/log";
import { verifyNewest } from "../src/domain/verify-log.ts";
import { logSigner, ORIGIN, openPrunedLog, type PrunedLog } from "./pruned-log.ts";

const foreign = createNoteSigner(ORIGIN, "ed25519", ed25519PrivateKey(Buffer.alloc(32, 8)));
const OLD = 100;
const YOUNG = 2;
const intact = {
  code: 0,
  lines: ["4 events, chain intact", "6 events before them were pruned, as the log signed"],
};
const missing = { code: 1, lines: ["chain broken at seq 1: pruning"] };

describeWithServer("postgres", "A log of 6 old events and 4 young ones", (adminUrl) => {
  let log: PrunedLog;
  beforeEach(async () => {
    log = await openPrunedLog(adminUrl);
    await log.append(6, OLD);
    await log.append(4, YOUNG);
    await log.makeCheckpoint();
  });
  afterEach(() => log.close());

  const disarm = () => log.owner.query("alter table audit.events disable trigger user");
  const all = Array.from({ length: 10 }, (_, n) => n + 1);

  describe("prune", () => {
    test("When the service has signed a pruning and the owner's command runs, then the old events are deleted and the log verifies", async () => {
      expect(await log.signPruning()).toBe(true);
      expect(await log.verify()).toEqual({ code: 0, lines: ["10 events, chain intact"] });
      expect(await log.prune()).toEqual({ code: 0, lines: ["6 events pruned"] });

      expect(await log.seqs()).toEqual([7, 8, 9, 10]);
      expect(await log.verify()).toEqual(intact);
      expect(await log.verify(["--key", vkeyText(logSigner.key)], { TRUST_FILE: "" })).toEqual(
        intact,
      );
      expect(await log.signPruning()).toBe(false);
      expect(await log.prune()).toEqual({ code: 0, lines: ["0 events pruned"] });
    });

    test("When the log grows and is pruned again, then it verifies after each pruning", async () => {
      await log.signPruning();
      await log.prune();
      for (const count of [3, 2]) {
        await log.append(count, OLD);
        await log.makeCheckpoint();
        expect(await log.verify()).toMatchObject({ code: 0 });
      }
      await log.state({ size: 9 });
      expect((await log.prune({ AUDIT_DAYS: "1" })).lines).toEqual(["3 events pruned"]);
      expect((await log.verify()).lines[0]).toBe("6 events, chain intact");
    });

    test("The gateway's verification of a pruned log begins after the pruned events and covers no earlier events", async () => {
      await log.signPruning();
      await log.prune();
      for (const [newest, firstSeq] of [
        [2, 9],
        [4, 7],
        [9, 7],
      ] as const)
        expect(await verifyNewest(log.events, newest, log.readLogStart)).toEqual({
          ...{ firstSeq, lastSeq: 10 },
          result: { kind: "intact", count: 10 - firstSeq + 1 },
        });
    });

    test("When AUDIT_DAYS is 0, or no events are signed for deletion, then nothing is deleted", async () => {
      expect((await log.prune()).lines).toEqual(["0 events pruned"]);
      await log.signPruning();
      expect((await log.prune({ AUDIT_DAYS: "0" })).lines).toEqual([
        "AUDIT_DAYS is 0: every event is kept",
      ]);
      expect(await log.seqs()).toEqual(all);
    });

    test("When the transaction of a pruning is cut off, then all events stay, and the next run deletes them", async () => {
      await log.signPruning();
      const { note = "" } = (await log.checkpoints.pruningUpTo(6)) ?? {};
      const [last] = await log.events.readAfter(5, 1);
      const cut = log.owner.transaction(async (tx) => {
        await tx.query("select audit.prune($1, $2, now())", [6, last?.hash]);
        expect(await tx.query("select from audit.events")).toHaveLength(4);
        await tx.query("select pg_terminate_backend(pg_backend_pid())");
      });

      await expect(cut).rejects.toThrow();
      expect(note).not.toBe("");
      expect(await log.seqs()).toEqual(all);
      expect((await log.prune()).lines).toEqual(["6 events pruned"]);
      expect(await log.verify()).toEqual(intact);
    });
  });

  describe("prune refuses a pruning", () => {
    test.each<[string, (log: PrunedLog) => Promise<void>]>([
      ["with the signature of another key", ({ state }) => state({ size: 6, signer: foreign })],
      ["for more events than were signed", ({ state }) => state({ size: 6, signed: 4 })],
      [
        "that is only a checkpoint",
        async ({ checkpoints, tree }) => {
          const head = { size: 6, root: await tree.rootAt(6) };
          await checkpoints.addPruning({ size: 6, note: signCheckpoint(head, logSigner) });
        },
      ],
      ["for events younger than AUDIT_DAYS", ({ state }) => state({ size: 8 })],
      ["for the whole log", ({ state }) => state({ size: 10 })],
    ])(
      "When a pruning is stored %s, then nothing is deleted and prune exits with 1",
      async (_what, state) => {
        await state(log);

        const { code, lines } = await log.prune();
        expect([code, lines.length, lines[0]]).toEqual([1, 2, "0 events pruned"]);
        expect(lines[1]).toMatch(/^the pruning of \d+ events is refused: /);
        expect(await log.seqs()).toEqual(all);
        expect((await log.verify()).lines).toEqual(["10 events, chain intact"]);
        await log.owner.query("delete from audit.prunings");
        await log.signPruning();
        expect((await log.prune()).lines).toEqual(["6 events pruned"]);
      },
    );

    test("When the stored events differ from those that the pruning was signed for, then prune refuses the pruning", async () => {
      await log.signPruning();
      await disarm();
      await log.owner.query("update audit.events set hash = sha256(hash) where seq = 6");
      expect((await log.prune()).lines[1]).toMatch(/not those that were signed/);
    });
  });

  describe("deletions that were not signed", () => {
    test("When the triggers are armed, then the owner cannot delete or change events and prunings directly", async () => {
      await log.signPruning();
      for (const sql of [
        "delete from audit.events where seq < 7",
        "truncate audit.prunings",
        "update audit.prunings set size = 7",
        "update audit.prunings set pruned_in = '9'",
      ])
        await expect(log.owner.query(sql)).rejects.toMatchObject({ code: "VA001" });
      await log.prune();
      await expect(log.owner.query("delete from audit.events where seq = 7")).rejects.toMatchObject(
        {
          code: "VA001",
        },
      );
      for (const sql of ["delete from audit.prunings", "update audit.prunings set note = ''"])
        await expect(log.owner.query(sql)).rejects.toMatchObject({ code: "VA001" });
    });

    test("When the first events were deleted without a signed pruning, then verification fails", async () => {
      await disarm();
      await log.owner.query("delete from audit.events where seq < 7");
      expect(await log.verify()).toEqual(missing);
      await expect(log.verify([], { TRUST_FILE: "" })).rejects.toThrow("--key VKEY");
    });

    test.each<[string, (log: PrunedLog) => Promise<void>]>([
      ["a pruning that another key signed", ({ state }) => state({ size: 6, signer: foreign })],
      ["a pruning that was signed for fewer events", ({ state }) => state({ size: 6, signed: 4 })],
      ["a pruning of a smaller size", ({ state }) => state({ size: 4 })],
      [
        "an ordinary checkpoint",
        async ({ checkpoints, tree }) => {
          const head = { size: 6, root: await tree.rootAt(6) };
          await checkpoints.addPruning({ size: 6, note: signCheckpoint(head, logSigner) });
        },
      ],
    ])(
      "When the first events were deleted with %s, then verification fails",
      async (_what, state) => {
        await state(log);
        await disarm();
        await log.owner.query("delete from audit.events where seq < 7");
        expect(await log.verify()).toEqual(missing);
      },
    );

    test("When more events were deleted than were signed, or the first remaining event was changed, then verification fails", async () => {
      await log.signPruning();
      await log.prune();
      await disarm();
      const [kept] = await log.owner.query<{ row: string }>(
        "select row_to_json(e)::text as row from audit.events e where seq = 7",
      );
      await log.owner.query("delete from audit.events where seq = 7");
      expect(await log.verify()).toEqual(missing);
      await log.owner.query(
        `insert into audit.events
         select (json_populate_record(null::audit.events, $1::json)).*`,
        [kept?.row],
      );
      expect(await log.verify()).toEqual(intact);
      await log.owner.query("update audit.events set prev_hash = sha256('') where seq = 7");
      expect((await log.verify()).lines).toEqual(["chain broken at seq 7: link"]);
    });

    test("When a stored node of the tree was changed or removed, then verification fails", async () => {
      await log.signPruning();
      await log.prune();
      await log.owner.query("alter table audit.tree_nodes disable trigger user");
      await log.owner.query(
        "update audit.tree_nodes set hash = sha256(hash) where level = 2 and position = 0",
      );
      expect(await log.verify()).toEqual(missing);
      await log.owner.query("delete from audit.tree_nodes where level = 2 and position = 0");
      expect(await log.verify()).toEqual(missing);
    });
  });

  describe("verify of a pruned log with older checkpoints", () => {
    const older = (note: string) => {
      const file = path.join(log.folder, "checkpoint");
      writeFileSync(file, note);
      return ["--checkpoint", file, "--key", vkeyText(logSigner.key)];
    };

    test.each([1, 3, 4, 5, 6, 7, 9, 10])(
      "When the log was pruned after the checkpoint of %i events, then that checkpoint still matches, and one with another root does not",
      async (size) => {
        const note = signCheckpoint({ size, root: await log.tree.rootAt(size) }, logSigner);
        const other = signCheckpoint({ size, root: Buffer.alloc(32, 1) }, logSigner);
        await log.signPruning();
        await log.prune();

        expect(await log.verify(older(note))).toEqual({
          code: 0,
          lines: [...intact.lines, `begins with the ${size} events of the checkpoint`],
        });
        expect(await log.verify(older(other))).toEqual({
          code: 1,
          lines: [`chain broken at seq ${size}: checkpoint`],
        });
      },
    );

    test("When the end of a pruned log was cut off, then verify prints the first missing event", async () => {
      const note = signCheckpoint({ size: 12, root: Buffer.alloc(32) }, logSigner);
      await log.signPruning();
      await log.prune();
      expect((await log.verify(older(note))).lines).toEqual(["chain broken at seq 11: truncated"]);
    });
  });
});
