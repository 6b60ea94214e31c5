/** @slow reads the rendered manifests of a release */
import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type PinnedKey, systemRandomBytes } from "@veil/crypto";
import { createKeySet } from "@veil/veil";
import { createTestRelease, type TestRelease } from "./test-release.contract.ts";

const { keys } = createKeySet(systemRandomBytes).trust;
const others = createKeySet(systemRandomBytes).trust.keys;

/** Returns the key of this service for this purpose. */
function keyOf(service: string, purpose: string, from: readonly PinnedKey[] = keys): PinnedKey {
  const found = from.find((key) => key.service === service && key.purpose === purpose);
  if (found === undefined) throw new Error(`${service} has no ${purpose} key`);
  return found;
}

const sealing = keyOf("sanitiser", "sealing");
const foreign = keyOf("sanitiser", "sealing", others);

/** Returns the keys with other fields for the sanitiser's sealing key. */
const changed = (fields: Partial<PinnedKey>) =>
  keys.map((key) => (key === sealing ? { ...key, ...fields } : key));

describe("veil release verify --trust and --running-trust", () => {
  let release: TestRelease;
  beforeAll(async () => {
    release = await createTestRelease();
  });
  afterAll(() => rmSync(release.folder, { recursive: true }));

  function bundle(name: string, content: unknown): string {
    const file = release.at(name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  const compare = (...running: readonly (readonly PinnedKey[])[]) =>
    release.verify(
      ...[release.at("good"), "--trust", bundle("reviewed.json", { version: 1, keys })],
      "--running-trust",
      ...running.map((own, at) => bundle(`running-${at}.json`, { version: 1, keys: own })),
    );

  test("It exits with 0 when every service has the reviewed keys, also with active states in words", async () => {
    const stated = keys.map((key) => ({ ...key, key_state: "active" as const }));
    const { code, out, err } = await compare(keys, stated);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("ok      the services have the reviewed trust bundle\n");
  });

  test.each<[string, readonly PinnedKey[], RegExp]>([
    [
      "a sealing key with another value",
      changed({ public_key: foreign.public_key }),
      /differs from the reviewed trust bundle about sanitiser\/sealing key [0-9a-f]{12}; replace/,
    ],
    [
      "a key of another owner",
      changed({ service: "bridge" }),
      /differs from the reviewed trust bundle about bridge\/sealing key/,
    ],
    [
      "a key that is retired only there",
      changed({ key_state: "retired", not_after: "2026-01-01T00:00:00Z" }),
      /differs from the reviewed trust bundle about sanitiser\/sealing key/,
    ],
    [
      "a key that is valid only later there",
      changed({ not_before: "2026-01-01T00:00:00Z" }),
      /differs from the reviewed trust bundle about sanitiser\/sealing key/,
    ],
    [
      "an added key",
      [...keys, foreign],
      new RegExp(`has sanitiser/sealing key ${foreign.key_id}, which is not in the reviewed`),
    ],
    [
      "a missing key",
      keys.filter((key) => key !== sealing),
      new RegExp(`lacks sanitiser/sealing key ${sealing.key_id} of the reviewed trust bundle`),
    ],
    ["another order of keys", keys.toReversed(), /has the reviewed keys in another order/],
  ])("It exits with 1 for %s, and names the file", async (_case, running, message) => {
    const { code, out, err } = await compare(keys, running);
    expect(err).toMatch(message);
    expect(err).toContain("running-1.json");
    expect(err).not.toContain("running-0.json");
    expect(out).toContain("NOT OK  the services have the reviewed trust bundle\n");
    expect(code).toBe(1);
  });

  test.each(["--trust", "--running-trust"])("It exits with 2 for %s alone", async (option) => {
    const file = bundle("alone.json", { version: 1, keys });
    const { code, out, err } = await release.verify(release.at("good"), option, file);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--trust and --running-trust need each other");
  });

  test("It exits with 2 for a running bundle that is not one, and names the file", async () => {
    const files = [bundle("reviewed.json", { version: 1, keys }), bundle("empty.json", {})];
    const [trust = "", running = ""] = files;
    const args = ["--trust", trust, "--running-trust", running];
    const { code, out, err } = await release.verify(release.at("good"), ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("empty.json: Trust bundle: version must be 1");
  });
});
