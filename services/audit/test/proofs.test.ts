import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LogCheckpoint, LogConsistency, LogInclusions } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { merkleLeafHash, sha256, verifyConsistency, verifyInclusion } from "@veil/crypto";
import type { Service } from "@veil/service-kit/http";
import { describeWithServer, until } from "@veil/testing";
import { verifyNoteBytes } from "@veil/veil";
import { openCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { canonicalEvent } from "../src/domain/canonical-event.ts";
import { sampleEvent, sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post, tokenOf } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const hash = (text: string) => Buffer.from(text, "base64");
const open = (note: string) => openCheckpoint(note, logKey, verifyNoteBytes).checkpoint;

describeWithServer("postgres", "Proofs of the log", (adminUrl) => {
  let log: TestLog;
  let app: Service["app"];
  const event = sampleEvent();

  async function get(path: string, service: Parameters<typeof tokenOf>[0] = "edge-gateway") {
    return await request(app)
      .get(path)
      .auth(await tokenOf(service), { type: "bearer" });
  }
  async function ask(path: string, body: object, service?: Parameters<typeof tokenOf>[0]) {
    const token = await tokenOf(service ?? "edge-gateway");
    return await request(app).post(path).auth(token, { type: "bearer" }).send(body);
  }
  const latest = async () =>
    open(checked(LogCheckpoint)((await get("/checkpoint")).body).checkpoint);

  beforeAll(async () => {
    log = await openTestLog(adminUrl);
    const audit = log.createAudit();
    ({ app } = audit);
    await audit.start();
  });
  afterAll(() => log.close());

  const prove = async (event_ids: readonly string[], cosigned = false) => {
    const { body } = await ask("/inclusion", { event_ids, cosigned });
    return checked(LogInclusions)(body);
  };

  test("When the log is empty, then there is no checkpoint and no proof of an event", async () => {
    expect((await get("/checkpoint")).status).toBe(404);
    expect(await prove([event.event_id])).toEqual({ checkpoint: null, proofs: [null] });
  });

  test("One checkpoint proves several events by their texts alone, but not an event outside the log", async () => {
    const others = sampleEvents(3);
    await log.store.append([...others, event, ...sampleEvents(9)]);
    const ids = [event, sampleEvent(), ...others].map(({ event_id }) => event_id);
    const { checkpoint, proofs } = await until("a checkpoint covers the events", async () => {
      const answer = await prove(ids);
      return answer.proofs[0] !== null && answer;
    });

    expect(proofs.map((proof) => proof?.seq)).toEqual([4, undefined, 1, 2, 3]);
    expect(proofs[0]?.canonical).toBe(canonicalEvent(event));
    for (const proof of proofs.filter((each) => each !== null)) {
      const seq = Buffer.alloc(8);
      seq.writeBigUInt64BE(BigInt(proof.seq));
      const chainHash = sha256(Uint8Array.of(0), hash(proof.prev_hash), seq, proof.canonical);
      const { index, path } = proof;
      const leafHash = merkleLeafHash(chainHash);
      const claim = { ...open(checkpoint ?? ""), index, leafHash, path: path.map(hash) };
      expect(verifyInclusion(claim)).toBe(true);
    }
  });

  test.each([
    ["no event ids", { event_ids: [], cosigned: false }],
    [
      "more than 256 event ids",
      { event_ids: Array.from({ length: 257 }, () => event.event_id), cosigned: false },
    ],
    ["an invalid event id", { event_ids: ["1"], cosigned: false }],
    ["a member event_id instead of event_ids", { event_id: event.event_id }],
  ])("POST /inclusion refuses a request with %s", async (_what, body) => {
    expect((await ask("/inclusion", body)).status).toBe(400);
  });

  test("When the log has grown, then POST /consistency proves that it begins with its earlier state", async () => {
    await until("a checkpoint", async () => (await get("/checkpoint")).status === 200);
    const from = await latest();
    await post(app, messageOf(...sampleEvents(5)));
    await until("another", async () => (await latest()).size > from.size);
    const to = await latest();
    const { body } = await ask("/consistency", { from: from.size, to: to.size });
    const path = checked(LogConsistency)(body).path.map(hash);
    expect(verifyConsistency({ from, to, path })).toBe(true);
  });

  test.each([
    ["a size beyond the log", { from: 1, to: 1_000_000 }, 404],
    ["sizes in the wrong order", { from: 5, to: 4 }, 404],
    ["an empty earlier log", { from: 0, to: 4 }, 400],
    ["a size that is not a number", { from: "1", to: 4 }, 400],
  ])("POST /consistency refuses a request with %s", async (_what, body, status) => {
    expect((await ask("/consistency", body)).status).toBe(status);
  });

  test("POST /time-stamp responds 404 while there is no time stamp, and 400 for an invalid size", async () => {
    expect((await ask("/time-stamp", { size: 1 })).status).toBe(404);
    for (const size of [0, "1", null])
      expect((await ask("/time-stamp", { size })).status).toBe(400);
  });

  test("When another service calls the proof routes, then they respond 403; without a credential, they respond 401", async () => {
    expect((await get("/checkpoint", "inference-worker")).status).toBe(403);
    for (const path of ["/inclusion", "/consistency", "/time-stamp"]) {
      expect((await ask(path, {}, "bridge")).status).toBe(403);
      expect((await request(app).post(path).send({})).status).toBe(401);
    }
  });
});
