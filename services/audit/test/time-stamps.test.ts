/** @slow starts OpenSSL */
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { LogTimeStamp } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { ed25519PrivateKey, merkleLeafHash, merkleRoot, verifyConsistency } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWhere, describeWithServer, until } from "@veil/testing";
import {
  createTimeStampFolder,
  sendReply,
  startTimeStampServer,
  type TimeStampFolder,
} from "@veil/testing/time-stamps";
import { createNoteSigner, verifyNoteBytes } from "@veil/veil";
import { openCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { createHttpTimeStampAuthority } from "../src/adapters/http-time-stamp-authority.ts";
import { createCheckpoints } from "../src/checkpoints/checkpoints.ts";
import type { StampAnswer, TimeStampAuthority } from "../src/time-stamps/time-stamp-authority.ts";
import { sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post, tokenOf } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const HOUR_MS = 3_600_000;
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;
const signer = createNoteSigner(
  "veil-gateway/audit",
  "ed25519",
  ed25519PrivateKey(Buffer.alloc(32, 7)),
);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describeWithServer("postgres", "Time stamps of checkpoints", (adminUrl) => {
  let log: TestLog;
  const stamped: string[] = [];
  const outcomes: string[] = [];
  let answer: StampAnswer | Promise<StampAnswer>;
  let nowMs = 1_700_000_000_000;
  const granted = { kind: "stamped", reply: Buffer.from("reply"), time: new Date(0) } as const;
  const authority: TimeStampAuthority = {
    async stamp(bytes) {
      stamped.push(Buffer.from(bytes).toString());
      return await answer;
    },
    close: async () => undefined,
  };
  const open = (from = log.checkpoints) =>
    createCheckpoints({
      ...{ store: from, signer, witnesses: [], log: silentLogger, nowMs: () => nowMs },
      stamping: { authority, intervalMs: HOUR_MS },
      metrics: {
        onCheckpoint: () => undefined,
        onWitness: () => undefined,
        onWitnessPolled: () => undefined,
        onWitnessAge: () => undefined,
        onStamping: () => undefined,
        onStampRequest: (outcome) => outcomes.push(outcome),
      },
    });
  let checkpoints: ReturnType<typeof open>;
  const grow = async (by = checkpoints) => {
    await log.store.append(sampleEvents(1));
    await by.run();
  };
  beforeAll(async () => {
    log = await openTestLog(adminUrl);
    checkpoints = open();
  });
  afterAll(() => log.close());
  beforeEach(() => {
    answer = granted;
    stamped.length = 0;
    outcomes.length = 0;
  });

  test("The first checkpoint is stamped at once, including the log's signature", async () => {
    await grow();
    expect(stamped).toEqual([(await log.checkpoints.latest())?.note]);
    expect(await log.checkpoints.timeStampFrom(1)).toMatchObject({ size: 1, reply: granted.reply });
    expect(checkpoints.describe().time_stamps).toEqual({
      ...{ state: "stamped", stamped_size: 1, kept_at: nowMs / 1_000 },
    });
  });

  test("No other checkpoint is stamped within the interval, not even by another replica", async () => {
    nowMs += HOUR_MS - 1;
    await grow();
    await grow(open());
    expect(stamped).toEqual([]);
  });

  test("After the interval, the newest checkpoint is stamped once", async () => {
    nowMs += 1;
    await grow();
    await grow();
    expect(stamped).toHaveLength(1);
    expect(await log.checkpoints.latestTimeStamp()).toMatchObject({ size: 4 });
  });

  test("While the log does not grow, no time stamp is requested", async () => {
    await log.checkpoints.addTimeStamp({ size: 5, reply: granted.reply, keptAt: new Date(nowMs) });
    nowMs += 2 * HOUR_MS;
    await checkpoints.run();
    expect(stamped).toEqual([]);
  });

  test.each([{ kind: "unreachable" }, { kind: "refused", reason: "imprint" }] as const)(
    "When the result is $kind, then nothing is stored, and the next request follows after a minute",
    async (failure) => {
      answer = failure;
      await grow();
      const size = (await log.checkpoints.latest())?.size;
      nowMs += 59_999;
      await grow();
      expect(outcomes).toEqual([failure.kind]);
      expect(checkpoints.describe().time_stamps?.state).toBe(failure.kind);
      expect(await log.checkpoints.timeStampFrom(size ?? 0)).toBeUndefined();
      nowMs += 1;
      answer = granted;
      await grow();
      expect(outcomes).toEqual([failure.kind, "stamped"]);
      nowMs += HOUR_MS;
    },
  );

  test("While the authority hangs, checkpoints continue, and no second request is sent", async () => {
    let end: (answer: StampAnswer) => void = () => undefined;
    answer = new Promise((resolve) => {
      end = resolve;
    });
    const [first] = [
      grow(),
      await until("the authority is called", async () => stamped.length === 1),
    ];
    nowMs += HOUR_MS;
    const before = (await log.checkpoints.latest())?.size ?? 0;
    await grow();
    expect((await log.checkpoints.latest())?.size).toBe(before + 1);
    end({ kind: "unreachable" });
    await first;
    expect(stamped).toHaveLength(1);
  });

  test("When the store fails, then checkpoints continue, and the next request follows after a minute", async () => {
    nowMs += HOUR_MS;
    const broken = open({
      ...log.checkpoints,
      addTimeStamp: () => Promise.reject(new Error("down")),
    });
    await grow(broken);
    await grow(broken);
    expect(outcomes).toEqual(["failed"]);
    expect(broken.describe().time_stamps?.state).toBe("failed");
    nowMs += 60_000;
    await grow(broken);
    expect(outcomes).toEqual(["failed", "failed"]);
  });
});

describeWhere(hasOpenssl, "With OpenSSL as time-stamping authority", "openssl", () => {
  describeWithServer("postgres", "of a running log", (adminUrl) => {
    let folder: TimeStampFolder;
    beforeAll(() => {
      folder = createTimeStampFolder();
    });
    afterAll(() => folder?.remove());

    async function openAudit(reply: Parameters<typeof startTimeStampServer>[0]) {
      const server = await startTimeStampServer(reply);
      closing.push(server.close);
      const log = await openTestLog(adminUrl);
      closing.push(log.close);
      const authorities = [new X509Certificate(folder.read("ca.pem"))];
      const authority = createHttpTimeStampAuthority({
        ...{ url: server.url, timeoutMs: 5_000, authorities },
      });
      const audit = log.createAudit({ stamping: { authority, intervalMs: HOUR_MS } });
      await audit.start();
      const ask = async (path: string, body: object) =>
        await request(audit.app)
          .post(path)
          .auth(await tokenOf("edge-gateway"), { type: "bearer" })
          .send(body);
      const rootAt = async (size: number) =>
        merkleRoot((await log.store.readAfter(0, size)).map(({ hash }) => merkleLeafHash(hash)));
      return { audit, ask, rootAt };
    }

    test("POST /time-stamp returns a stamp that OpenSSL verifies, and a consistency proof from the requested size to the stamped checkpoint", async () => {
      const { audit, ask, rootAt } = await openAudit((body, res) =>
        sendReply(res, folder.answer(body)),
      );
      await post(audit.app, messageOf(...sampleEvents(5)));
      const { body } = await until("a time stamp is kept", async () => {
        const response = await ask("/time-stamp", { size: 3 });
        return response.status === 200 && response;
      });
      const { checkpoint, path, time_stamp } = checked(LogTimeStamp)(body);
      expect(folder.verify(checkpoint, Buffer.from(time_stamp, "base64"))).toContain("OK");

      const to = openCheckpoint(checkpoint, logKey, verifyNoteBytes).checkpoint;
      const from = { size: 3, root: await rootAt(3) };
      const proof = path.map((hash) => Buffer.from(hash, "base64"));
      expect(verifyConsistency({ from, to, path: proof })).toBe(true);

      const { text } = await request(audit.opsApp).get("/metrics");
      expect(text).toMatch(/veil_audit_time_stamp_requests_total{.*outcome="stamped".*} 1\n/);
      for (const outcome of ["refused", "unreachable", "failed"])
        expect(text).toMatch(
          new RegExp(`time_stamp_requests_total{.*outcome="${outcome}".*} 0\\n`),
        );
      const invariant = await request(audit.opsApp).get("/invariant");
      expect(invariant.body.log.time_stamps).toMatchObject({ state: "stamped", stamped_size: 5 });
    });
  });
});
