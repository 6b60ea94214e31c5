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
  test("a log that only grew is intact, and the leaves of all events are read", async () => {
    const { code, body, paths } = await verify({ signed: GROWN });
    expect([code, body]).toEqual([0, { status: "intact", size: 9, pruned: 0, checkpoint_size: 6 }]);
    const admin = "/api/v1/admin/audit";
    expect(paths).toEqual([
      `${admin}/checkpoint?from=6`,
      ...[0, 3, 6].map((after) => `${admin}/leaves?after=${after}`),
    ]);
  });

  test("a log that has not grown, or that grows during the check, is intact", async () => {
    expect(await verify({ signed: OLD })).toMatchObject({ code: 0, body: { size: 6 } });
    expect(await verify({ signed: OLD, stored: GROWN })).toMatchObject({ code: 0 });
  });

  test("the output contains the number of pruned events", async () => {
    expect(await verify({ signed: GROWN, pruned: 4 })).toMatchObject({
      ...{ code: 0, body: { status: "intact", pruned: 4 } },
    });
  });

  const changes: readonly (readonly [string, readonly string[]])[] = [
    ["changed", GROWN.with(1, "x")],
    ["removed", GROWN.toSpliced(1, 1)],
    ["moved", ["b", "a", ...GROWN.slice(2)]],
    ["added in the past", GROWN.toSpliced(1, 0, "x")],
    ["added just before the checkpoint's end", GROWN.toSpliced(5, 0, "x")],
  ];
  test.each(changes)(
    "if an event was %s and everything was computed and signed again, the log does not match the checkpoint",
    async (_what, events) => {
      const { paths, ...result } = await verify({ signed: events });
      expect(result).toMatchObject(broken(6, "checkpoint"));
      // The command needs only the proof, so it makes no other request.
      expect(paths).toHaveLength(1);
    },
  );

  test.each(changes)(
    "if an event was %s and the log returns the old checkpoint and proof, its events do not match the checkpoint",
    async (_what, events) => {
      expect(await verify({ signed: GROWN, stored: events })).toMatchObject(
        broken(6, "checkpoint"),
      );
    },
  );

  test("if an event after the checkpoint was changed, the log does not match its own signature", async () => {
    const stored = GROWN.with(7, "x");
    expect(await verify({ signed: GROWN, stored })).toMatchObject(broken(9, "tree"));
  });

  test("if the log was truncated and signed again, the first missing event is printed", async () => {
    expect(await verify({ signed: OLD.slice(0, 4) })).toMatchObject(broken(5, "truncated"));
  });

  test.each([
    [4, 5],
    [7, 8],
  ])("if only %i events are left, the first missing event is printed", async (count, seq) => {
    const stored = GROWN.slice(0, count);
    expect(await verify({ signed: GROWN, stored })).toMatchObject(broken(seq, "truncated"));
  });

  test("if the service reports a broken hash chain, the broken event is printed", async () => {
    const found = { seq: 5, reason: "columns" };
    const { err, ...result } = await verify({ signed: GROWN, broken: found });
    expect(result).toMatchObject(broken(5, "columns"));
    expect(err).toContain("the log is broken at event 5: columns");
  });

  test("a current checkpoint of another key or log is refused with exit code 1", async () => {
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

  test("after a rotation of the log's key, both checkpoints verify if both keys are given", async () => {
    const rotated = { signed: GROWN, signer: foreign };
    const keys = [LOG_KEY, vkeyText(foreign.key)].flatMap((key) => ["--log-key", key]);
    expect((await verify(rotated, ...keys)).code).toBe(0);
    expect((await verify({ ...rotated, signed: GROWN.with(1, "x") }, ...keys)).code).toBe(1);
  });

  test("without a key, the roots are compared, and the output says that no signature was verified", async () => {
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

  test("a file that is missing, not a checkpoint, or signed with another key is refused without a request", async () => {
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
  ])("audit verify exits with 2 for %j %j", async (...args) => {
    const { code } = await veilWith(answersOf({ signed: GROWN }), ["audit", "verify", ...args]);
    expect(code).toBe(2);
  });
});

describe("veil audit checkpoint", () => {
  test("audit checkpoint prints or writes the signed text, which audit verify accepts", async () => {
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

  test("audit time-stamp writes the stamped text and the reply for OpenSSL", async () => {
    const { code, out, requests } = await stamped({ signed: GROWN });
    expect([code, JSON.parse(out)]).toEqual([0, { checkpoint_size: 6, stamped_size: 9 }]);
    expect(readFileSync(at("stamped"), "utf8")).toBe(noteOf(GROWN));
    expect(readFileSync(at("reply"))).toEqual(STAMP);
    expect(requests.map(({ path: each }) => each)).toEqual([
      "/api/v1/admin/audit/time-stamp?size=6",
    ]);
    rmSync(at("stamped"));
  });

  test("audit time-stamp writes nothing if the stamped log does not contain the checkpoint's events, or is signed with another key", async () => {
    for (const log of [{ signed: GROWN.with(1, "x") }, { signed: GROWN, signer: foreign }]) {
      expect((await stamped(log)).code).toBe(1);
      expect(existsSync(at("stamped"))).toBe(false);
    }
  });

  test("audit time-stamp prints an error while there is no time stamp", async () => {
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
