import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ed25519PrivateKey } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { vkeyText } from "@veil/veil/log";
import { answersOf, type FakeLog, LOG_KEY, logSigner, noteOf, STAMP } from "./fake-log.ts";
import { veilWith } from "./with-gateway.ts";

const OLD = ["a", "b", "c", "d", "e", "f"];
const GROWN = [...OLD, "g", "h", "i"];
const foreign = createNoteSigner(
  logSigner.key.name,
  "ed25519",
  ed25519PrivateKey(Buffer.alloc(32, 8)),
);

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-audit-log-"));
  writeFileSync(at("old"), noteOf(OLD));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function verify(log: FakeLog, ...args: readonly string[]) {
  const given = args.length === 0 ? ["--log-key", LOG_KEY] : args;
  const command = ["audit", "verify", "--json", "--checkpoint", at("old"), ...given];
  const { code, out, err, requests } = await veilWith(answersOf(log), command);
  return { code, err, paths: requests.map(({ path: each }) => each), body: out && JSON.parse(out) };
}

const broken = (broken_seq: number, reason: string) => ({
  code: 1,
  body: { status: "broken", broken_seq, reason, checkpoint_size: 6 },
});

describe("veil audit verify --checkpoint", () => {
  test("When the log only grew, then it is intact, and every event was looked at", async () => {
    const { code, body, paths } = await verify({ signed: GROWN });
    expect([code, body]).toEqual([0, { status: "intact", size: 9, pruned: 0, checkpoint_size: 6 }]);
    const admin = "/api/v1/admin/audit";
    expect(paths).toEqual([
      `${admin}/checkpoint?from=6`,
      ...[0, 3, 6].map((after) => `${admin}/leaves?after=${after}`),
    ]);
  });

  test("When the log has not grown, or grows meanwhile, then it is intact", async () => {
    expect(await verify({ signed: OLD })).toMatchObject({ code: 0, body: { size: 6 } });
    expect(await verify({ signed: OLD, stored: GROWN })).toMatchObject({ code: 0 });
  });

  test("When events were pruned, then the output has their number", async () => {
    expect(await verify({ signed: GROWN, pruned: 4 })).toMatchObject({
      ...{ code: 0, body: { status: "intact", pruned: 4 } },
    });
  });

  const changes: readonly (readonly [string, readonly string[]])[] = [
    ["changed", GROWN.with(1, "x")],
    ["removed", GROWN.toSpliced(1, 1)],
    ["moved", ["b", "a", ...GROWN.slice(2)]],
    ["added in the past", GROWN.toSpliced(1, 0, "x")],
    ["added at the border", GROWN.toSpliced(5, 0, "x")],
  ];
  test.each(changes)(
    "When an event was %s, and all was computed and signed again, then the log does not match the checkpoint",
    async (_what, events) => {
      const { paths, ...result } = await verify({ signed: events });
      expect(result).toMatchObject(broken(6, "checkpoint"));
      // The command needs only the proof.
      expect(paths).toHaveLength(1);
    },
  );

  test.each(changes)(
    "When an event was %s, and the log shows the old checkpoint and proof, then its events do not match",
    async (_what, events) => {
      expect(await verify({ signed: GROWN, stored: events })).toMatchObject(
        broken(6, "checkpoint"),
      );
    },
  );

  test("When an event after the checkpoint was changed, then it does not match what the log signed", async () => {
    const stored = GROWN.with(7, "x");
    expect(await verify({ signed: GROWN, stored })).toMatchObject(broken(9, "tree"));
  });

  test("When the end was cut off, and the rest signed, then the first missing event is named", async () => {
    expect(await verify({ signed: OLD.slice(0, 4) })).toMatchObject(broken(5, "truncated"));
  });

  test.each([
    [4, 5],
    [7, 8],
  ])("When only %i events are left, then the first missing event is named", async (count, seq) => {
    const stored = GROWN.slice(0, count);
    expect(await verify({ signed: GROWN, stored })).toMatchObject(broken(seq, "truncated"));
  });

  test("When the service finds the chain broken, then that event is named", async () => {
    const found = { seq: 5, reason: "columns" };
    const { err, ...result } = await verify({ signed: GROWN, broken: found });
    expect(result).toMatchObject(broken(5, "columns"));
    expect(err).toContain("the log is broken at event 5: columns");
  });

  test("When the current checkpoint is of another key or log, then it is refused", async () => {
    const other = createNoteSigner(
      "other.example",
      "ed25519",
      ed25519PrivateKey(Buffer.alloc(32, 7)),
    );
    for (const signer of [foreign, other]) {
      const { code, body, err } = await verify({ signed: GROWN, signer });
      expect([code, body]).toEqual([1, ""]);
      expect(err).toContain("the log's checkpoint");
    }
  });

  test("After a rotation of the log's key, with both keys each checkpoint is verified with its key", async () => {
    const rotated = { signed: GROWN, signer: foreign };
    const keys = [LOG_KEY, vkeyText(foreign.key)].flatMap((key) => ["--log-key", key]);
    expect((await verify(rotated, ...keys)).code).toBe(0);
    expect((await verify({ ...rotated, signed: GROWN.with(1, "x") }, ...keys)).code).toBe(1);
  });

  test("Without a key the roots are still compared, and the output says so", async () => {
    const without = ["--timeout", "100"];
    const intact = await verify({ signed: GROWN }, ...without);
    expect(intact.code).toBe(0);
    expect(intact.err).toContain("Without --log-key");
    expect(await verify({ signed: GROWN.with(1, "x") }, ...without)).toMatchObject(
      broken(6, "checkpoint"),
    );
    const other = createNoteSigner(
      "other.example",
      "ed25519",
      ed25519PrivateKey(Buffer.alloc(32, 7)),
    );
    expect((await verify({ signed: GROWN, signer: other }, ...without)).code).toBe(1);
  });

  test("When the file is of another key, no checkpoint, or absent, then the gateway gets no request", async () => {
    writeFileSync(at("foreign"), noteOf(OLD, foreign));
    writeFileSync(at("text"), "checkpoint");
    writeFileSync(at("empty"), noteOf([]));
    for (const name of ["foreign", "text", "empty", "absent"]) {
      const args = ["audit", "verify", "--checkpoint", at(name), "--log-key", LOG_KEY];
      const { code, requests } = await veilWith(answersOf({ signed: GROWN }), args);
      expect([code, requests]).toEqual([2, []]);
    }
  });

  test.each([
    ["--log-key", LOG_KEY],
    ["--checkpoint", "old", "--newest", "5"],
    ["--checkpoint", "old", "--log-key", "log.example"],
  ])("%j %j is wrong usage", async (...args) => {
    const { code } = await veilWith(answersOf({ signed: GROWN }), ["audit", "verify", ...args]);
    expect(code).toBe(2);
  });
});

describe("veil audit checkpoint", () => {
  test("prints the signed text alone, or writes it, and verify takes it", async () => {
    const answers = answersOf({ signed: OLD });
    expect((await veilWith(answers, ["audit", "checkpoint"])).out).toBe(noteOf(OLD));
    await veilWith(answers, ["audit", "checkpoint", "--output", at("kept")]);
    expect(readFileSync(at("kept"), "utf8")).toBe(noteOf(OLD));
    const args = ["audit", "verify", "--checkpoint", at("kept"), "--log-key", LOG_KEY];
    expect((await veilWith(answersOf({ signed: GROWN }), args)).code).toBe(0);
  });
});

describe("veil audit time-stamp", () => {
  const stamped = async (log: FakeLog) => {
    const files = ["--checkpoint", at("old"), "--output", at("stamped"), "--reply", at("reply")];
    const args = ["audit", "time-stamp", "--json", "--log-key", LOG_KEY, ...files];
    return await veilWith(answersOf(log), args);
  };

  test("writes what was stamped and the reply, for OpenSSL", async () => {
    const { code, out, requests } = await stamped({ signed: GROWN });
    expect([code, JSON.parse(out)]).toEqual([0, { checkpoint_size: 6, stamped_size: 9 }]);
    expect(readFileSync(at("stamped"), "utf8")).toBe(noteOf(GROWN));
    expect(readFileSync(at("reply"))).toEqual(STAMP);
    expect(requests.map(({ path: each }) => each)).toEqual([
      "/api/v1/admin/audit/time-stamp?size=6",
    ]);
    rmSync(at("stamped"));
  });

  test("When the stamped log does not begin with the checkpoint's, or is of another key, then nothing is written", async () => {
    for (const log of [{ signed: GROWN.with(1, "x") }, { signed: GROWN, signer: foreign }]) {
      expect((await stamped(log)).code).toBe(1);
      expect(existsSync(at("stamped"))).toBe(false);
    }
  });

  test("While there is none, the command says so", async () => {
    const body = { error: "not_found", message: "There is no time stamp yet" };
    const args = [
      "audit",
      "time-stamp",
      "--checkpoint",
      at("old"),
      "--output",
      "x",
      "--reply",
      "y",
    ];
    const { code, err } = await veilWith(() => ({ status: 404, body }), args);
    expect(code).toBeGreaterThan(1);
    expect(err).toContain("no time stamp yet");
  });
});
