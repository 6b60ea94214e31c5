import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { parseTrustBundle, readServiceKeyFile, systemRandomBytes } from "@veil/crypto";
import { createKeySet } from "@veil/veil";
import { captured } from "../program/captured.contract.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = mkdtempSync(path.join(tmpdir(), "veil-service-keys-"));
  folder = path.join(parent, "keys");
  await captured("service-keys", "init", "--dir", folder);
});
afterEach(() => rmSync(parent, { recursive: true }));

const upgrade = (...more: string[]) =>
  captured("service-keys", "upgrade", "--dir", folder, ...more);
const fileOf = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(fileOf(name), "utf8");
const contents = () => new Map(readdirSync(folder).map((name) => [name, read(name)]));
const pinsIn = () => parseTrustBundle(read("trust.json")).keys;

/** Removes the bridge's claim key and all keys of audit from the folder and the bundle. */
function makeOlder(): void {
  const { service, keys } = readServiceKeyFile(read("bridge.keys.json"));
  const kept = keys.filter(({ purpose }) => purpose !== "claim");
  writeFileSync(fileOf("bridge.keys.json"), JSON.stringify({ service, keys: kept }));
  rmSync(fileOf("audit.keys.json"));
  const isOlder = ({ service: owner, purpose }: ReturnType<typeof pinsIn>[number]) =>
    owner !== "audit" && !(owner === "bridge" && purpose === "claim");
  writeFileSync(
    fileOf("trust.json"),
    JSON.stringify({ version: 1, keys: pinsIn().filter(isOlder) }),
  );
}

test("upgrade adds and pins missing keys, and prints the files and purposes, but not the keys", async () => {
  makeOlder();
  const { code, out } = await upgrade();
  expect([code, out]).toEqual([
    0,
    `${fileOf("bridge.keys.json")}: claim\n${fileOf("audit.keys.json")}: checkpoint\n`,
  ]);
  const pins = pinsIn().map(({ key_id }) => key_id);
  for (const name of ["bridge.keys.json", "audit.keys.json"]) {
    for (const { key_id } of readServiceKeyFile(read(name)).keys) expect(pins).toContain(key_id);
    expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(fileOf("trust.json")).mode & 0o777).toBe(0o644);
});

test("upgrade --json prints a list of the added keys; the second time, it is empty and nothing changes", async () => {
  makeOlder();
  const first = JSON.parse((await upgrade("--json")).out);
  expect(first.added).toHaveLength(2);
  const before = contents();
  expect(JSON.parse((await upgrade("--json")).out)).toEqual({ added: [] });
  expect((await upgrade()).out).toBe("Nothing to add: the folder has all keys.\n");
  expect(contents()).toEqual(before);
});

test("keys that were pinned by hand stay pinned, before the new ones", async () => {
  makeOlder();
  const [former] = createKeySet(systemRandomBytes).trust.keys;
  const before = [former, ...pinsIn()];
  writeFileSync(fileOf("trust.json"), JSON.stringify({ version: 1, keys: before }));
  await upgrade();
  expect(pinsIn().slice(0, before.length)).toEqual(before);
});

test("when a run was interrupted before it wrote the bundle, the next run pins the existing keys and creates none", async () => {
  makeOlder();
  const trust = read("trust.json");
  await upgrade();
  const [complete, keys] = [pinsIn(), read("bridge.keys.json")];
  writeFileSync(fileOf("trust.json"), trust);
  expect((await upgrade()).code).toBe(0);
  expect(read("bridge.keys.json")).toBe(keys);
  expect(pinsIn()).toEqual(complete);
});

test("when the key file of a pinned service is missing, upgrade exits with 2 and changes nothing", async () => {
  makeOlder();
  rmSync(fileOf("sanitiser.keys.json"));
  const before = contents();
  const { code, err } = await upgrade();
  expect(code).toBe(2);
  expect(err).toContain("sanitiser.keys.json");
  expect(contents()).toEqual(before);
});

test.each([
  ["has no bundle", () => rmSync(fileOf("trust.json"))],
  ["is writable by other users", () => chmodSync(folder, 0o777)],
  ["has a malformed file", () => writeFileSync(fileOf("bridge.keys.json"), "{}")],
])("when the folder %s, upgrade exits with 2 and changes nothing", async (_what, change) => {
  makeOlder();
  change();
  const before = contents();
  expect((await upgrade()).code).toBe(2);
  expect(contents()).toEqual(before);
});
