import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { LogLeaves } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { merkleRoot } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { canonicalEvent } from "../src/domain/canonical-event.ts";
import { leavesAfter } from "../src/domain/log-leaves.ts";
import { openPrunedLog, type PrunedLog } from "./pruned-log.ts";
import { sampleEvent, sampleEvents } from "./sample-events.ts";
import { tokenOf } from "./test-audit.ts";
import { openTestLog } from "./test-log.ts";

const OLD = 100;

describeWithServer("postgres", "Leaves of the log's tree", (adminUrl) => {
  let log: PrunedLog;
  beforeEach(async () => {
    log = await openPrunedLog(adminUrl);
    await log.append(10, OLD);
    await log.makeCheckpoint();
    for (const table of ["events", "head", "tree_nodes"])
      await log.owner.query(`alter table audit.${table} disable trigger user`);
  });
  afterEach(() => log.close());

  const read = (after: number, limit = 100) => {
    const { events, readLogStart, checkpoints } = log;
    return leavesAfter(after, { events, readLogStart, nodes: checkpoints.nodes, limit });
  };
  /** Reads all leaves page by page. */
  async function readAll(limit: number) {
    const leaves: string[] = [];
    let pruned = 0;
    for (;;) {
      const page = await read(leaves.length, limit);
      expect(page.leaves.length).toBeLessThanOrEqual(limit);
      leaves.push(...page.leaves);
      pruned += page.pruned;
      if (page.broken !== null || page.leaves.length === 0)
        return { leaves, pruned, broken: page.broken };
    }
  }
  const rootOf = (leaves: readonly string[]) =>
    Buffer.from(merkleRoot(leaves.map((each) => Buffer.from(each, "base64"))));

  test.each([1, 3, 10, 11])("Leaves read in pages of %i form the log's tree", async (limit) => {
    const { leaves, pruned, broken } = await readAll(limit);
    expect([leaves.length, pruned, broken]).toEqual([10, 0, null]);
    expect(rootOf(leaves)).toEqual(Buffer.from(await log.tree.rootAt(10)));
  });

  test.each([1, 3, 4, 7, 100])(
    "When events were pruned, then the leaves read in pages of %i form the same tree",
    async (limit) => {
      const root = Buffer.from(await log.tree.rootAt(10));
      await log.state({ size: 4 });
      expect((await log.prune()).lines).toEqual(["4 events pruned"]);
      const { leaves, pruned, broken } = await readAll(limit);
      expect([leaves.length, pruned, broken]).toEqual([10, 4, null]);
      expect(rootOf(leaves)).toEqual(root);
    },
  );

  const other = canonicalEvent(sampleEvent());
  test.each([
    ["text", `update audit.events set canonical = '${other}' where seq = 3`, "hash"],
    ["column", "update audit.events set occurred_at = now() where seq = 3", "columns"],
    ["number", "update audit.events set seq = 100 where seq = 3", "gap"],
    ["previous hash", "update audit.events set prev_hash = hash where seq = 3", "link"],
    ["hash", "update audit.events set hash = prev_hash where seq = 3", "hash"],
    ["existence", "delete from audit.events where seq = 3", "gap"],
  ])(
    "When an event's %s was changed, then the response has that event as broken and no leaves from there on",
    async (_what, sql, reason) => {
      await log.owner.query(sql);
      const { leaves, broken } = await readAll(2);
      expect([leaves.length, broken]).toEqual([2, { seq: 3, reason }]);
      expect((await read(0)).leaves).toEqual(leaves);
    },
  );

  test("When the events and the chain are rewritten, then the leaves change even if the stored tree does not", async () => {
    const before = await readAll(100);
    const rows = await log.owner.query<{ canonical: string }>(
      "select canonical from audit.events order by seq",
    );
    await log.owner.query("truncate audit.events");
    await log.owner.query("update audit.head set seq = 0, hash = decode(repeat('00', 32), 'hex')");
    const texts = rows.map(({ canonical }) => canonical).with(1, other);
    await log.owner.query("select audit.append_events($1)", [JSON.stringify(texts)]);

    const { leaves, broken } = await readAll(100);
    expect(broken).toBeNull();
    expect(leaves[0]).toBe(before.leaves[0]);
    for (let at = 1; at < 10; at += 1) expect(leaves[at]).not.toBe(before.leaves[at]);
  });

  test("When the first events are missing without a signed pruning, or a leaf of a pruned event is missing, then the response has broken: pruning", async () => {
    await log.state({ size: 4 });
    await log.prune();
    await log.owner.query("delete from audit.tree_nodes where level = 0 and position = 2");
    expect(await read(0)).toMatchObject({ leaves: [], broken: { reason: "pruning" } });
    await log.owner.query("delete from audit.events where seq = 5");
    expect(await read(0)).toEqual({ leaves: [], pruned: 0, broken: { seq: 1, reason: "pruning" } });
  });
});

describeWithServer("postgres", "POST /leaves", (adminUrl) => {
  test("When the gateway calls POST /leaves, then it gets the leaves; other services get none", async () => {
    const log = await openTestLog(adminUrl);
    const { app } = log.createAudit();
    await log.store.append(sampleEvents(5));
    const ask = async (body: object, service: Parameters<typeof tokenOf>[0] = "edge-gateway") =>
      await request(app)
        .post("/leaves")
        .auth(await tokenOf(service), { type: "bearer" })
        .send(body);
    expect(checked(LogLeaves)((await ask({ after: 3 })).body).leaves).toHaveLength(2);
    expect((await ask({ after: 5 })).body).toEqual({ leaves: [], pruned: 0, broken: null });
    for (const after of [-1, 1.5, "1"]) expect((await ask({ after })).status).toBe(400);
    expect((await ask({ after: 0 }, "bridge")).status).toBe(403);
    expect((await request(app).post("/leaves").send({ after: 0 })).status).toBe(401);
    await log.close();
  });
});
