/** @heavy a Go program verifies the log's checkpoints and proofs */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  LogCheckpoint,
  LogConsistency,
  type LogInclusion,
  LogInclusions,
} from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { merkleLeafHash, sha256 } from "@veil/crypto";
import type { Service } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWhere, describeWithServer, judgePath, until } from "@veil/testing";
import { verifyNoteBytes } from "@veil/veil";
import { openCheckpoint, vkeyText } from "@veil/veil/log";
import request from "supertest";
import { createHttpWitness } from "../src/adapters/http-witness.ts";
import { openEventStore } from "../src/adapters/open-event-store.ts";
import { createAuditDatabase } from "./audit-database.ts";
import { sampleEvents } from "./sample-events.ts";
import { createTestAudit, logKey, messageOf, post, tokenOf } from "./test-audit.ts";
import { startWitness, witnessKey } from "./witness-server.ts";

interface LogCase {
  readonly kind: "checkpoint" | "inclusion" | "consistency" | "tiles";
  readonly note: string;
  readonly from?: string;
  readonly index?: number;
  readonly leafHash?: string;
  readonly path?: readonly string[];
  readonly leaves?: readonly string[];
}

const FIRST = 11;
const SECOND = 26;
/** The index of the event whose inclusion is proven. */
const INDEX = 6;

const program = judgePath("verify-log") ?? "";

describeWhere(program !== "", "Verifiers in Go", "scripts/with-go-tools", () => {
  describeWithServer("postgres", "of a running log", (adminUrl) => {
    const closing: (() => Promise<unknown>)[] = [];
    let cases: Record<LogCase["kind"], LogCase>;
    beforeAll(async () => {
      const database = await createAuditDatabase(adminUrl);
      const stores = openEventStore(database.runtimeUrl, silentLogger);
      const witness = await startWitness(logKey);
      const witnesses = [createHttpWitness(witness.address)];
      const audit = createTestAudit({ stores, witnesses });
      await audit.start();
      closing.push(database.drop, stores.close, witness.close, audit.stop);
      cases = await casesOf(audit);
    });
    afterAll(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    test("Go's libraries accept the log's checkpoints, cosignatures and proofs, and compute the same proofs", () => {
      expect(verify(Object.values(cases))).toEqual(["", "", "", ""]);
    });

    describe("Go's libraries refuse", () => {
      test.each<[string, (own: typeof cases) => LogCase]>([
        ["another size", ({ checkpoint }) => changed(checkpoint, `\n${SECOND}\n`, "\n99\n")],
        ["another origin", ({ checkpoint }) => changed(checkpoint, logKey.name, "other.example")],
        ["a missing signature", ({ checkpoint }) => withoutLine(checkpoint, logKey.name)],
        ["a missing cosignature", ({ checkpoint }) => withoutLine(checkpoint, witnessKey.name)],
        ["another leaf index", ({ inclusion }) => ({ ...inclusion, index: INDEX + 1 })],
        [
          "another event",
          ({ inclusion }) => ({ ...inclusion, leafHash: flipped(inclusion.leafHash) }),
        ],
        ["a changed path", ({ inclusion }) => withFlippedPath(inclusion)],
        [
          "a shorter path",
          ({ inclusion }) => ({ ...inclusion, path: inclusion.path?.slice(1) ?? [] }),
        ],
        ["a changed consistency proof", ({ consistency }) => withFlippedPath(consistency)],
        ["another earlier log", ({ consistency }) => ({ ...consistency, from: consistency.note })],
        [
          "a changed event",
          ({ tiles }) => ({
            ...tiles,
            leaves: tiles.leaves?.with(3, flipped(tiles.leaves[3])) ?? [],
          }),
        ],
      ])("Go's libraries refuse a log with %s", (_what, change) => {
        expect(verify([change(cases)])).toEqual([expect.stringMatching(/./)]);
      });
    });
  });
});

function verify(given: readonly LogCase[]): unknown {
  const keys = { origin: logKey.name, log: vkeyText(logKey), witness: vkeyText(witnessKey) };
  const input = JSON.stringify({ ...keys, cases: given });
  return JSON.parse(execFileSync(program, { input, encoding: "utf8" }));
}

async function casesOf({ app }: Service): Promise<Record<LogCase["kind"], LogCase>> {
  const token = await tokenOf("edge-gateway");
  const ask = async (path: string, body: object) =>
    (await request(app).post(path).auth(token, { type: "bearer" }).send(body)).body;
  const events = sampleEvents(SECOND);
  await post(app, messageOf(...events.slice(0, FIRST)));
  const from = await cosignedCheckpoint(app, FIRST);
  await post(app, messageOf(...events.slice(FIRST)));
  const note = await cosignedCheckpoint(app, SECOND);
  const event_ids = events.map(({ event_id }) => event_id);
  const answer = checked(LogInclusions)(await ask("/inclusion", { event_ids, cosigned: false }));
  const proofs = answer.proofs.filter((proof) => proof !== null);
  const leaves = proofs.toSorted((one, other) => one.seq - other.seq).map(leafHashOf);
  const own = proofs.find(({ index }) => index === INDEX);
  if (own === undefined || answer.checkpoint === null) throw new Error("Test: no such event");
  const inclusion = {
    note: answer.checkpoint,
    index: INDEX,
    leafHash: leafHashOf(own),
    path: own.path,
  };
  const { path } = checked(LogConsistency)(await ask("/consistency", { from: FIRST, to: SECOND }));
  return {
    checkpoint: { kind: "checkpoint", note },
    inclusion: { kind: "inclusion", ...inclusion },
    consistency: { kind: "consistency", from, note, path },
    tiles: { kind: "tiles", from, leaves, ...inclusion },
  };
}

async function cosignedCheckpoint(app: Service["app"], size: number): Promise<string> {
  const token = await tokenOf("edge-gateway");
  let note = "";
  await until("a cosigned checkpoint", async () => {
    const { status, body } = await request(app).get("/checkpoint").auth(token, { type: "bearer" });
    if (status !== 200) return false;
    note = checked(LogCheckpoint)(body).checkpoint;
    const { checkpoint, signatures } = openCheckpoint(note, logKey, verifyNoteBytes);
    return checkpoint.size === size && signatures.length === 2;
  });
  return note;
}

function leafHashOf({ seq, prev_hash, canonical }: LogInclusion): string {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(seq));
  const chainHash = sha256(Uint8Array.of(0), Buffer.from(prev_hash, "base64"), number, canonical);
  return Buffer.from(merkleLeafHash(chainHash)).toString("base64");
}

function changed(own: LogCase, part: string, other: string): LogCase {
  return { ...own, note: own.note.replace(part, other) };
}

function withoutLine(own: LogCase, name: string): LogCase {
  const lines = own.note.split("\n").filter((line) => !line.startsWith(`\u2014 ${name} `));
  return { ...own, note: lines.join("\n") };
}

function withFlippedPath(own: LogCase): LogCase {
  const [first, ...rest] = own.path ?? [];
  return { ...own, path: [flipped(first), ...rest] };
}

/** Flips one bit of a base64 hash. */
function flipped(hash = ""): string {
  const bytes = Buffer.from(hash, "base64");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString("base64");
}
