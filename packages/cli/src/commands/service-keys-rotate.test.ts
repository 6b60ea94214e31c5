import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { loadServiceKeys, parseTrustBundle, readServiceKeyFile } from "@veil/crypto";
import { claimMacKeys } from "@veil/veil/claims";
import { captured } from "../program/captured.contract.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = mkdtempSync(path.join(tmpdir(), "veil-rotate-"));
  folder = path.join(parent, "keys");
  await captured("service-keys", "init", "--dir", folder);
});
afterEach(() => rmSync(parent, { recursive: true }));

const fileOf = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(fileOf(name), "utf8");
const contents = () => new Map(readdirSync(folder).map((name) => [name, read(name)]));
const rotate = (key: string, step: string, ...more: string[]) =>
  captured("service-keys", "rotate", ...key.split(" "), "--step", step, "--dir", folder, ...more);
const keysOf = (service: string) => loadServiceKeys(read(`${service}.keys.json`));
const privateIds = (service: string, purpose: string) =>
  readServiceKeyFile(read(`${service}.keys.json`))
    .keys.filter((key) => key.purpose === purpose)
    .map(({ key_id }) => key_id);
const trust = () => parseTrustBundle(read("trust.json"));
const pinsOf = (service: string, purpose: string) =>
  trust().keys.filter((key) => key.service === service && key.purpose === purpose);

test("the rotation of a signing key first pins the new key, then signs with it, then retires the old key, and prints the changed files", async () => {
  const former = keysOf("bridge").signing("claim").keyId;
  const added = await rotate("bridge claim", "add");
  expect(added.code).toBe(0);
  expect(added.out).toContain(`${fileOf("bridge.keys.json")}\n${fileOf("trust.json")}\n`);
  expect(keysOf("bridge").signing("claim").keyId).toBe(former);
  const [, next] = pinsOf("bridge", "claim");
  expect(next?.key_id).not.toBe(former);
  for (const keyId of [former, next?.key_id ?? ""])
    expect(() => trust().verifyKey("bridge", "claim", keyId)).not.toThrow();

  const used = await rotate("bridge claim", "use", "--json");
  expect(JSON.parse(used.out)).toEqual({ changed: [fileOf("bridge.keys.json")] });
  expect(keysOf("bridge").signing("claim").keyId).toBe(next?.key_id);
  // Claims that were made with the previous key must still be accepted.
  expect(claimMacKeys(keysOf("bridge"))).toHaveLength(2);

  expect((await rotate("bridge claim", "retire")).code).toBe(0);
  expect(privateIds("bridge", "claim")).toEqual([next?.key_id]);
  expect(pinsOf("bridge", "claim")).toMatchObject([
    { key_id: former, key_state: "retired", not_after: expect.stringMatching(/^\d{4}-.*:\d\dZ$/) },
    { key_id: next?.key_id },
  ]);
  expect(() => trust().verifyKey("bridge", "claim", former)).toThrow();
  expect(statSync(fileOf("bridge.keys.json")).mode & 0o777).toBe(0o600);
  expect(statSync(fileOf("trust.json")).mode & 0o777).toBe(0o644);
});

test("in the rotation of a sealing key, the owner gets the new key before it is pinned, and the old key opens until it is retired", async () => {
  const former = trust().sealingKey("sanitiser").keyId;
  await rotate("sanitiser sealing", "add");
  expect(trust().sealingKey("sanitiser").keyId).toBe(former);
  const [next = ""] = privateIds("sanitiser", "sealing").filter((keyId) => keyId !== former);
  await rotate("sanitiser sealing", "use");
  expect(trust().sealingKey("sanitiser").keyId).toBe(next);
  for (const keyId of [former, next])
    expect(() => keysOf("sanitiser").opening(keyId)).not.toThrow();
  await rotate("sanitiser sealing", "retire");
  expect(privateIds("sanitiser", "sealing")).toEqual([next]);
  expect(trust().sealingKey("sanitiser").keyId).toBe(next);
});

test.each(["veil-signer certificate", "inference-worker sealing"])(
  "repeating a step of the rotation of %s changes nothing, and skipping a step is refused",
  async (key) => {
    const isRefused = async (step: string) => {
      const before = contents();
      const { code, err } = await rotate(key, step);
      expect([code, err]).toEqual([2, expect.stringContaining("is missing")]);
      expect(contents()).toEqual(before);
    };
    for (const step of ["use", "retire"]) await isRefused(step);
    for (const step of ["add", "use", "retire"]) {
      expect((await rotate(key, step)).out).not.toContain("Nothing to do");
      const before = contents();
      expect((await rotate(key, step)).out).toContain("Nothing to do");
      expect(contents()).toEqual(before);
      if (step === "add") await isRefused("retire");
      if (step === "use") await isRefused("add");
    }
  },
);

test.each([
  ["add", "trust.json"],
  ["retire", "veil-signer.keys.json"],
])(
  "when the step %s was interrupted between its files, the next run completes it",
  async (step, unwritten) => {
    for (const before of ["add", "use"].slice(0, step === "add" ? 0 : 2))
      await rotate("veil-signer certificate", before);
    const earlier = read(unwritten);
    await rotate("veil-signer certificate", step);
    const whole = contents();
    writeFileSync(fileOf(unwritten), earlier);
    expect((await rotate("veil-signer certificate", step, "--json")).out).toContain(unwritten);
    expect(read("veil-signer.keys.json")).toEqual(whole.get("veil-signer.keys.json"));
    expect(pinsOf("veil-signer", "certificate")).toHaveLength(2);
  },
);

test("retire --ended sets the end of a stolen key, and refuses a time in the future", async () => {
  for (const step of ["add", "use"]) await rotate("bridge claim", step);
  const before = contents();
  for (const time of ["2999-01-01T00:00:00Z", "yesterday"]) {
    expect((await rotate("bridge claim", "retire", "--ended", time)).code).toBe(2);
    expect(contents()).toEqual(before);
  }
  await rotate("bridge claim", "retire", "--ended", "2026-01-01T00:00:00Z");
  expect(pinsOf("bridge", "claim")[0]?.not_after).toBe("2026-01-01T00:00:00Z");
});

test("a rotation is refused for a purpose that the service does not have", async () => {
  const { code, err } = await rotate("bridge sealing", "add");
  expect([code, err]).toEqual([2, expect.stringContaining("service-token, claim")]);
});

test("upgrade keeps retired keys, and does not pin a sealing key in the first step of a rotation", async () => {
  for (const step of ["add", "use", "retire"]) await rotate("bridge claim", step);
  await rotate("sanitiser sealing", "add");
  const before = contents();
  expect((await captured("service-keys", "upgrade", "--dir", folder)).out).toContain("Nothing");
  expect(contents()).toEqual(before);
});
