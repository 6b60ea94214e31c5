import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { SECRET_KEY_FILES, TRUST_FILE } from "@veil/cli/init-keys";
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
  test("are created on the first start and never change", async () => {
    const first = await started();
    expect([...first.keys()].sort()).toEqual([...SECRET_KEY_FILES, TRUST_FILE].sort());
    expect(await keptKeys(stateDir)).toBe(folder);
    expect(contents()).toEqual(first);
  });

  test.each(SECRET_KEY_FILES)(
    "When %s is missing, then the start is refused, the message says what to do, and no file is changed",
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

  test("When several files are missing, including trust.json, then the secret ones are named", async () => {
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

  test("When the folder is missing and a database exists, then no keys are created", async () => {
    await started();
    rmSync(folder, { recursive: true });
    await expect(keptKeys(stateDir)).rejects.toThrow(/keys is missing/);
    expect(readdirSync(stateDir)).toEqual(["postgres"]);
  });

  test("When the first start was interrupted while it created keys, then the next creates them", async () => {
    mkdirSync(path.join(stateDir, "keys.new"), { mode: 0o700 });
    await keptKeys(stateDir);
    expect(readdirSync(stateDir)).toEqual(["keys"]);
    expect(readdirSync(folder)).toHaveLength(SECRET_KEY_FILES.length + 1);
  });
});
