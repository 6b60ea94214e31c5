import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { SECRET_KEY_FILES, TRUST_FILE } from "@veil/cli/init-keys";
import { loadServiceKeys, parseTrustBundle, readServiceKeyFile } from "@veil/crypto";
import { keptKeys } from "./kept-keys.ts";

let stateDir: string;
let folder: string;
beforeEach(() => {
  stateDir = mkdtempSync(path.join(tmpdir(), "veil-kept-keys-"));
  folder = path.join(stateDir, "keys");
});

const contents = () =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));

async function started() {
  await keptKeys(stateDir);
  mkdirSync(path.join(stateDir, "postgres/data"), { recursive: true });
  return contents();
}

describe("The kept keys", () => {
  test("The keys are created on the first start and never change", async () => {
    const first = await started();
    expect([...first.keys()].sort()).toEqual([...SECRET_KEY_FILES, TRUST_FILE].sort());
    expect(await keptKeys(stateDir)).toBe(folder);
    expect(contents()).toEqual(first);
  });

  test.each(SECRET_KEY_FILES)(
    "When %s is missing, then the start is refused, the error message suggests what to do, and no file is changed",
    async (name) => {
      const before = await started();
      rmSync(path.join(folder, name));
      before.delete(name);
      const refused = expect(keptKeys(stateDir)).rejects;
      await refused.toThrow(`${path.join(folder, name)} is missing`);
      await expect(keptKeys(stateDir)).rejects.toThrow(/from a backup.*remove .* to start over/s);
      expect(contents()).toEqual(before);
    },
  );

  test("When trust.json is missing, then the same file is created again, and no other file is changed", async () => {
    const before = await started();
    rmSync(path.join(folder, TRUST_FILE));
    await keptKeys(stateDir);
    expect(contents()).toEqual(before);
  });

  test("When several key files are missing, including trust.json, then the error names the secret files", async () => {
    const before = await started();
    for (const name of [TRUST_FILE, "gateway.pepper", "bridge.keys.json"]) {
      rmSync(path.join(folder, name));
      before.delete(name);
    }
    await expect(keptKeys(stateDir)).rejects.toThrow(
      /bridge\.keys\.json, .*gateway\.pepper are missing/,
    );
    expect(contents()).toEqual(before);
  });

  test("When the key folder is missing but a database exists, then no keys are created", async () => {
    await started();
    rmSync(folder, { recursive: true });
    await expect(keptKeys(stateDir)).rejects.toThrow(/keys is missing/);
    expect(readdirSync(stateDir)).toEqual(["postgres"]);
  });

  test("When the first start was interrupted while it created keys, then the next start creates them", async () => {
    mkdirSync(path.join(stateDir, "keys.new"), { mode: 0o700 });
    await keptKeys(stateDir);
    expect(readdirSync(stateDir)).toEqual(["keys"]);
    expect(readdirSync(folder)).toHaveLength(SECRET_KEY_FILES.length + 1);
  });

  /**
   * Removes all keys for claims and all keys of `audit`, which the previous version did not have.
   */
  function toTheVersionBefore(): void {
    const write = (name: string, content: object) =>
      writeFileSync(path.join(folder, name), JSON.stringify(content));
    const removed = new Set<string>();
    for (const [name, text] of contents()) {
      if (!name.endsWith(".keys.json")) continue;
      const { service, keys } = readServiceKeyFile(text);
      const isNew = (key: (typeof keys)[number]) => key.purpose === "claim" || service === "audit";
      for (const key of keys.filter(isNew)) removed.add(key.key_id);
      write(name, { service, keys: keys.filter((key) => !isNew(key)) });
    }
    rmSync(path.join(folder, "audit.keys.json"));
    const { keys } = parseTrustBundle(contents().get(TRUST_FILE) ?? "");
    write(TRUST_FILE, { version: 1, keys: keys.filter(({ key_id }) => !removed.has(key_id)) });
  }

  test("When the key folder is from the previous version, then the missing keys are added and no other key changes", async () => {
    await started();
    toTheVersionBefore();
    const before = contents();
    await keptKeys(stateDir);
    const after = contents();
    expect([...after.keys()].sort()).toEqual([...SECRET_KEY_FILES, TRUST_FILE].sort());
    const trust = parseTrustBundle(after.get(TRUST_FILE) ?? "");
    for (const owner of ["edge-gateway", "bridge", "sanitiser", "inference-worker"] as const) {
      const name = `${owner}.keys.json`;
      const { keyId } = loadServiceKeys(after.get(name) ?? "", owner).signing("claim");
      expect(() => trust.verifyKey(owner, "claim", keyId)).not.toThrow();
      const { keys } = readServiceKeyFile(after.get(name) ?? "");
      expect(keys).toEqual(
        expect.arrayContaining([...readServiceKeyFile(before.get(name) ?? "").keys]),
      );
    }
    for (const name of ["gateway.pepper", "gateway.data-key"])
      expect(after.get(name)).toBe(before.get(name));
    expect(trust.keys).toEqual(
      expect.arrayContaining([...parseTrustBundle(before.get(TRUST_FILE) ?? "").keys]),
    );
    await keptKeys(stateDir);
    expect(contents()).toEqual(after);
  });
});
