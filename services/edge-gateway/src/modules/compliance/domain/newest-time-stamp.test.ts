/** @slow starts OpenSSL */
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createGrowingRoot, ed25519PrivateKey, sha256 } from "@veil/crypto";
import { describeWhere } from "@veil/testing";
import { createTimeStampFolder, type TimeStampFolder } from "@veil/testing/time-stamps";
import { createNoteSigner } from "@veil/veil";
import { signCheckpoint } from "@veil/veil/log";
import { createNewestTimeStamp } from "./newest-time-stamp.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;
const log = createNoteSigner("log.example", "ed25519", ed25519PrivateKey(Buffer.alloc(32, 1)));

function rootOf(...entries: readonly string[]): Uint8Array {
  const growing = createGrowingRoot();
  for (const entry of entries) growing.add(sha256(entry));
  return growing.root();
}
const noteOf = (...entries: readonly string[]) =>
  signCheckpoint({ size: entries.length, root: rootOf(...entries) }, log);
/** Proves that a log of "a" and "b" begins with a log of "a". */
const PATH = [Buffer.from(rootOf("b")).toString("base64")];

describeWhere(hasOpenssl, "The newest time stamp of the audit log", "openssl", () => {
  let authority: TimeStampFolder;
  beforeAll(() => {
    authority = createTimeStampFolder();
  });
  afterAll(() => authority.remove());

  const certificate = (name: string) => new X509Certificate(authority.read(name));
  const stampOf = (note: string, of = note) => ({
    ...{ checkpoint: note, path: [] },
    time_stamp: authority.stamp(of).toString("base64"),
  });

  function read(
    stamp: ReturnType<typeof stampOf> | undefined,
    { seen = noteOf("a", "b"), trusted = "ca.pem" } = {},
  ) {
    const watched = { checkpoint: seen, checkpointSha256: "", size: 2, at: new Date(0) };
    return createNewestTimeStamp({
      reader: { timeStamp: async () => stamp, consistency: async () => PATH },
      watched: () => ({ ...watched, broken: undefined }),
      logKeys: [log.key.publicKey],
      authorities: [certificate(trusted)],
    })();
  }

  test.each([
    ["of the log's first entry", noteOf("a"), { size: 1, logSize: 2 }],
    ["of the whole log", noteOf("a", "b"), { size: 2, logSize: 2 }],
  ])("A stamp %s is returned with its time and size", async (_what, note, sizes) => {
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const stamp = await read(stampOf(note));
    expect(stamp).toMatchObject({ ...sizes, broken: undefined });
    expect(stamp?.at.getTime()).toBeGreaterThanOrEqual(before);
  });

  test("A stamp of a log that is larger than the one seen last is returned", async () => {
    const stamp = await read(stampOf(noteOf("a", "b")), { seen: noteOf("a") });
    expect(stamp).toMatchObject({ size: 2, logSize: 1, broken: undefined });
  });

  test("A stamp of a log with another first entry contradicts the present log", async () => {
    expect((await read(stampOf(noteOf("x"))))?.broken).toMatch(/not those that it had before/);
  });

  test.each([
    ["by an authority that is not trusted", "certificate", noteOf("a"), "other.pem"],
    ["of another checkpoint", "imprint", noteOf("b"), "ca.pem"],
  ])("A stamp %s is refused: %s", async (_what, reason, stamped, trusted) => {
    const stamp = stampOf(noteOf("a"), stamped);
    await expect(read(stamp, { trusted })).rejects.toMatchObject({ reason });
  });

  test("Without a stamp, nothing is returned", async () => {
    expect(await read(undefined)).toBeUndefined();
  });
});
