import { afterEach, expect, test } from "@jest/globals";
import { LogCheckpoint, LogConsistency } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import {
  parseTrustBundle,
  readServiceKeyFile,
  systemRandomBytes,
  verifyConsistency,
} from "@veil/crypto";
import { createTokenIssuer } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, describeWithServer, until, withKeyFiles } from "@veil/testing";
import { ROTATION_STEPS, type RotatingFiles, rotateKey, verifyNoteBytes } from "@veil/veil";
import { openCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { createAudit } from "../src/audit.ts";
import { logKeysOf } from "../src/checkpoints/log-keys.ts";
import { readConfig } from "../src/config.ts";
import { sampleEvents } from "./sample-events.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

const testTrust = createTestTrust();
const issuer = createTokenIssuer(testTrust.keysOf("edge-gateway"));
const files: RotatingFiles = {
  own: readServiceKeyFile(testTrust.keyFileOf("audit")),
  trust: { version: 1, keys: testTrust.trust.keys },
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Opens a service with these key and trust files. */
async function openAudit(log: TestLog, { own, trust }: RotatingFiles) {
  const texts = { keyFileOf: () => JSON.stringify(own), trustFile: JSON.stringify(trust) };
  const config = withKeyFiles(texts, "audit", (keyFiles) =>
    readConfig({ ...keyFiles, AUDIT_DATABASE_URL: "postgres://127.0.0.1:1/none" }),
  );
  const audit = createAudit(config, { log: silentLogger, stores: log });
  await audit.start();
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await audit.stop();
    isOpen = false;
  };
  closing.push(stop);
  const token = await issuer.tokenFor("audit");
  const checkpoint = async () => {
    const { body } = await request(audit.app).get("/checkpoint").auth(token, { type: "bearer" });
    return checked(LogCheckpoint)(body).checkpoint;
  };
  return {
    stop,
    async checkpointOf(size: number) {
      await log.store.append(sampleEvents(size - (await log.store.head()).seq));
      return await until("there is a checkpoint of that size", async () => {
        const note = await checkpoint().catch(() => "");
        return note.split("\n")[1] === `${size}` && note;
      });
    },
    async consistency(from: number, to: number) {
      const sent = request(audit.app).post("/consistency").auth(token, { type: "bearer" });
      return checked(LogConsistency)((await sent.send({ from, to })).body).path;
    },
  };
}

describeWithServer("postgres", "A rotation of the checkpoint key", (adminUrl) => {
  test("When the checkpoint key is rotated, then the log continues, and earlier checkpoints verify only with the retired key", async () => {
    const log = await openTestLog(adminUrl);
    closing.push(log.close);
    const former = await openAudit(log, files);
    const before = await former.checkpointOf(3);
    await former.stop();
    const rotated = ROTATION_STEPS.reduce(
      (each, step) =>
        rotateKey(each, {
          ...{ purpose: "checkpoint", step, now: "2026-01-01T00:00:00Z" },
          random: systemRandomBytes,
        }),
      files,
    );
    const audit = await openAudit(log, rotated);
    const after = await audit.checkpointOf(8);

    const { trust } = rotated;
    const keys = logKeysOf(parseTrustBundle(JSON.stringify(trust)), "veil-gateway/audit");
    expect(keys).toHaveLength(2);
    const openers = (note: string) =>
      keys.flatMap((key) => {
        try {
          return [{ key, ...openCheckpoint(note, key, verifyNoteBytes).checkpoint }];
        } catch {
          return [];
        }
      });
    const [[from, ...noOther], [to, ...none]] = [openers(before), openers(after)];
    expect([noOther, none]).toEqual([[], []]);
    if (from === undefined || to === undefined) throw new Error("A checkpoint verifies by no key");
    expect(from.key.keyId).not.toBe(to.key.keyId);
    const retired = trust.keys.filter((key) => key.not_after !== undefined);
    expect(retired.map(({ public_key }) => public_key)).toEqual([
      Buffer.from(from.key.publicKey).toString("hex"),
    ]);
    const path = (await audit.consistency(3, 8)).map((hash) => Buffer.from(hash, "base64"));
    expect(verifyConsistency({ from, to, path })).toBe(true);
  });
});
