import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { ed25519PrivateKey } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, startTunnel, until } from "@veil/testing";
import { createNoteSigner, verifyNoteBytes } from "@veil/veil";
import { parseSignedNote, verifyCosignature } from "@veil/veil/log";
import request from "supertest";
import { createHttpWitness } from "../src/adapters/http-witness.ts";
import type { CheckpointStore } from "../src/checkpoints/checkpoint-ports.ts";
import { createCheckpoints } from "../src/checkpoints/checkpoints.ts";
import { sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post, tokenOf } from "./test-audit.ts";
import { openTestLog } from "./test-log.ts";
import { startWitness, witnessKey } from "./witness-server.ts";

const signer = createNoteSigner(
  "veil-gateway/audit",
  "ed25519",
  ed25519PrivateKey(Buffer.alloc(32, 7)),
);
const ABSENT = "http://127.0.0.1:1";

let nowMs: number;
let beforeRequest: (body: string) => Promise<void>;
let witness: Awaited<ReturnType<typeof startWitness>>;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  nowMs = 1_700_000_000_000;
  beforeRequest = async () => {};
  witness = await startWitness(signer.key, {
    nowMs: () => nowMs,
    onRequest: (body) => beforeRequest(body),
  });
  closing.push(witness.close);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describeWithServer("postgres", "With PostgreSQL", (adminUrl) => {
  async function newLog() {
    const log = await openTestLog(adminUrl);
    closing.push(log.close);
    return log;
  }

  /** Opens a log whose service polls the witness. */
  async function openLog(address = witness.address, proxyUrl?: string) {
    const { store: events, checkpoints: store } = await newLog();
    return { events, ...replicaOf(store, address, proxyUrl) };
  }

  /** Creates another process on the same log. */
  function replicaOf(store: CheckpointStore, address = witness.address, proxyUrl?: string) {
    const outcomes: string[] = [];
    const checkpoints = createCheckpoints({
      ...{ store, signer, log: silentLogger, nowMs: () => nowMs },
      witnesses: [createHttpWitness(address, proxyUrl)],
      metrics: {
        onCheckpoint: () => undefined,
        onWitness: () => undefined,
        onWitnessPolled: (_name, outcome) => outcomes.push(outcome),
        onWitnessAge: () => undefined,
        onStamping: () => undefined,
        onStampRequest: () => undefined,
      },
    });
    closing.push(checkpoints.close);
    const latest = async () => {
      const { note = "", cosignatures = [] } = (await store.latest()) ?? {};
      const signed = parseSignedNote(note + cosignatures.map(({ line }) => line).join(""));
      return { size: Number(note.split("\n")[1]), signed };
    };
    return { store, checkpoints, outcomes, latest, run: checkpoints.run };
  }

  const cosignedAt = (signed: ReturnType<typeof parseSignedNote>) =>
    verifyCosignature(signed, witnessKey, verifyNoteBytes);

  describe("A witness", () => {
    test("When the log grows, then each checkpoint is cosigned with a single request", async () => {
      const log = await openLog();
      for (const count of [3, 1, 8]) {
        await log.events.append(sampleEvents(count));
        await log.run();
      }
      const { size, signed } = await log.latest();
      expect(size).toBe(12);
      expect(cosignedAt(signed)).toBe(1_700_000_000);
      expect(witness.requests).toHaveLength(3);
      expect(log.outcomes).toEqual(["cosigned", "cosigned", "cosigned"]);
    });

    test("While the log does not grow, the cosignature is renewed once a minute, and no checkpoint is added", async () => {
      const log = await openLog();
      const added = jest.spyOn(log.store, "add");
      await log.events.append(sampleEvents(3));
      await log.run();
      nowMs += 59_000;
      await log.run();
      expect(witness.requests).toHaveLength(1);
      nowMs += 1_000;
      await log.run();

      const { size, signed } = await log.latest();
      expect(cosignedAt(signed)).toBe(1_700_000_060);
      expect([size, witness.requests.length]).toEqual([3, 2]);
      expect(added).toHaveBeenCalledTimes(1);
    });

    test("After a restart, the service gets the cosigned size from the witness and continues from there", async () => {
      const log = await openLog();
      await log.events.append(sampleEvents(3));
      await log.run();
      const restarted = replicaOf(log.store);
      await log.events.append(sampleEvents(2));
      await restarted.run();

      expect(restarted.outcomes).toEqual(["cosigned"]);
      expect(cosignedAt((await restarted.latest()).signed)).toBe(1_700_000_000);
    });

    test("When another replica submits between the requests of a replica that lags behind, then both get the cosignature", async () => {
      const log = await openLog();
      const late = replicaOf(log.store);
      await log.events.append(sampleEvents(3));
      await log.run();
      await log.events.append(sampleEvents(3));
      beforeRequest = async (body) => {
        if (!body.startsWith("old 3\n")) return;
        beforeRequest = async () => {};
        await log.run();
      };
      await late.run();
      expect(log.outcomes).toEqual(["cosigned", "cosigned"]);
      expect(late.outcomes).toEqual(["cosigned"]);
    });

    test("When another replica submitted a newer checkpoint first, then the result is overtaken, not refused", async () => {
      const log = await openLog();
      await log.events.append(sampleEvents(4));
      await log.run();
      const sizes = [2];
      const slower = replicaOf({
        ...log.store,
        grow: async () => sizes.pop() ?? (await log.store.grow()),
        latest: async () => undefined,
      });
      await slower.run();
      expect([...log.outcomes, ...slower.outcomes]).toEqual(["cosigned", "overtaken"]);
    });

    test("When the log was rolled back, then the witness is reported as ahead", async () => {
      const log = await openLog();
      await log.events.append(sampleEvents(9));
      await log.run();
      const rolledBack = await openLog();
      await rolledBack.events.append(sampleEvents(5));
      await rolledBack.run();

      expect(rolledBack.checkpoints.describe().witnesses).toEqual([
        { name: "witness.example/w1", state: "ahead", cosigned_size: null, cosigned_at: null },
      ]);
    });

    test.each([
      ["as long as", 9],
      ["longer than", 12],
    ])(
      "When the witness sees a different log that is %s the first, then it refuses to cosign",
      async (_what, size) => {
        const log = await openLog();
        await log.events.append(sampleEvents(9));
        await log.run();
        const other = await openLog();
        await other.events.append(sampleEvents(size));
        await other.run();

        expect(other.outcomes).toEqual(["refused"]);
        expect((await other.latest()).signed.signatures).toHaveLength(1);
      },
    );

    test("When a proxy is configured, then the service calls the witness through the proxy", async () => {
      const tunnel = await startTunnel(Number(new URL(witness.address.url).port));
      closing.push(tunnel.close);
      const log = await openLog(
        { ...witness.address, url: "http://witness.example:8090" },
        tunnel.url,
      );
      await log.events.append(sampleEvents(2));
      await log.run();

      expect(log.outcomes).toEqual(["cosigned"]);
      expect(tunnel.asked).toEqual(["witness.example:8090"]);
    });

    test("When another key signed the cosignature, then it is not stored", async () => {
      const { key } = createNoteSigner(
        witnessKey.name,
        "cosignature/v1",
        ed25519PrivateKey(Buffer.alloc(32, 3)),
      );
      const log = await openLog({ ...witness.address, key });
      await log.events.append(sampleEvents(1));
      await log.run();
      expect(log.outcomes).toEqual(["refused"]);
      expect((await log.latest()).signed.signatures).toHaveLength(1);
    });

    test("When the witness is unavailable, then checkpoints are made without it, and cosigned once it is available again", async () => {
      const absent = await openLog({ ...witness.address, url: ABSENT });
      await absent.events.append(sampleEvents(2));
      await absent.run();
      expect(absent.outcomes).toEqual(["unreachable"]);
      expect((await absent.latest()).size).toBe(2);

      const back = replicaOf(absent.store);
      await back.run();
      expect(cosignedAt((await back.latest()).signed)).toBe(1_700_000_000);
    });
  });

  test("Whether a witness is unavailable or cosigns, /invariant and /metrics report its state and events are accepted", async () => {
    const near = await startWitness(logKey);
    closing.push(near.close);
    const far = createNoteSigner("far", "cosignature/v1", ed25519PrivateKey(Buffer.alloc(32, 4)));
    const log = await newLog();
    const audit = log.createAudit({
      witnesses: [near.address, { url: ABSENT, key: far.key }].map((one) => createHttpWitness(one)),
    });
    await audit.start();

    expect((await post(audit.app, messageOf(...sampleEvents(3)))).status).toBe(204);

    const invariant = async () =>
      (await request(audit.opsApp).get("/invariant")).body.log.witnesses;
    await until("both witnesses were polled", async () => {
      const states = (await invariant()).map(({ state }: { state: string }) => state);
      return !states.includes("pending");
    });
    expect(await invariant()).toEqual([
      {
        ...{ name: "witness.example/w1", state: "cosigned", cosigned_size: 3 },
        cosigned_at: expect.any(Number),
      },
      { name: "far", state: "unreachable", cosigned_size: null, cosigned_at: null },
    ]);
    const { text } = await request(audit.opsApp).get("/metrics");
    expect(text).toMatch(/veil_audit_checkpoint_events{.*} 3/);
    expect(text).toMatch(/veil_audit_checkpoint_timestamp_seconds{.*} [\d.]{10,}\n/);
    expect(text).toMatch(/veil_audit_witness_requests_total{.*outcome="refused".*} 0\n/);
    expect(text).toMatch(/veil_audit_witness_requests_total{.*outcome="ahead".*} 0\n/);
    expect(text).toMatch(/veil_audit_witness_requests_total{.*outcome="unreachable".*} \d/);
    expect(text).toMatch(/veil_audit_witness_cosignature_age_seconds{.*witness="far".*} \d/);
    const { body } = await request(audit.app)
      .get("/checkpoint")
      .auth(await tokenOf("edge-gateway"), { type: "bearer" });
    expect(cosignedAt(parseSignedNote(body.checkpoint))).toBeGreaterThan(1_700_000_000);
  });

  test("When a proof must be cosigned, then POST /inclusion returns only a checkpoint that all configured witnesses have cosigned", async () => {
    const near = await startWitness(logKey);
    closing.push(near.close);
    const far = createNoteSigner("far", "cosignature/v1", ed25519PrivateKey(Buffer.alloc(32, 4)));
    const away = { url: ABSENT, key: far.key };
    const events = sampleEvents(2);
    const proven = async (...witnesses: (typeof away)[]) => {
      const log = await newLog();
      const audit = log.createAudit({
        witnesses: witnesses.map((one) => createHttpWitness(one)),
      });
      await audit.start();
      await post(audit.app, messageOf(...events));
      const token = await tokenOf("edge-gateway");
      const event_ids = events.map(({ event_id }) => event_id);
      const prove = async (cosigned: boolean) =>
        await request(audit.app)
          .post("/inclusion")
          .auth(token, { type: "bearer" })
          .send({ event_ids, cosigned });
      const signed = await until("a checkpoint has all cosignatures that it gets", async () => {
        const { checkpoint } = (await prove(false)).body;
        return checkpoint?.includes(witnessKey.name) && checkpoint;
      });
      return { signed, ...(await prove(true)).body };
    };

    const all = await proven(near.address);
    expect(cosignedAt(parseSignedNote(all.checkpoint))).toBeGreaterThan(1_700_000_000);
    expect(all.proofs).toEqual(events.map((_, index) => expect.objectContaining({ index })));
    const some = await proven(near.address, away);
    expect(some).toMatchObject({ checkpoint: null, proofs: [null, null] });
  });
});
