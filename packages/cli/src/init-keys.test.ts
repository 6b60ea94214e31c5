import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { loadServiceKeys, parseTrustBundle, systemRandomBytes } from "@veil/crypto";
import { createKeySet, KEY_OWNERS } from "@veil/veil";
import { initKeys, rebuildTrust } from "./init-keys.ts";

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "veil-keys-")), "keys");
});

const read = (name: string) => readFile(path.join(folder, name), "utf8");
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe("initKeys", () => {
  test("initKeys writes exactly one file for each service and probe that needs keys, the gateway's two secrets, and the bundle", async () => {
    const files = await initKeys(folder);
    const expected = KEY_OWNERS.map((service) => `${service}.keys.json`);
    expected.push("gateway.pepper", "gateway.data-key", "trust.json");
    expect((await readdir(folder)).sort()).toEqual(expected.sort());
    expect(files.map((file) => path.basename(file)).sort()).toEqual(expected);
    expect(await read("gateway.pepper")).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await read("gateway.data-key")).not.toBe(await read("gateway.pepper"));
  });

  test("initKeys writes files that the services can load, each with only its own keys", async () => {
    await initKeys(folder);
    const trust = parseTrustBundle(await read("trust.json"));
    for (const service of ["edge-gateway", "bridge", "inference-worker"] as const) {
      const keys = loadServiceKeys(await read(`${service}.keys.json`), service);
      expect(() =>
        trust.verifyKey(service, "service-token", keys.signing("service-token").keyId),
      ).not.toThrow();
    }
  });

  test("initKeys makes the folder and all files except the bundle unreadable for other users", async () => {
    const files = await initKeys(folder);
    expect(await modeOf(folder)).toBe(0o700);
    for (const file of files)
      expect(await modeOf(file)).toBe(file.endsWith("trust.json") ? 0o644 : 0o600);
  });

  test("initKeys throws and changes nothing if one of the files exists", async () => {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(path.join(folder, "bridge.keys.json"), "mine");
    await expect(initKeys(folder)).rejects.toThrow(/bridge.keys.json exists/);
    expect(await readdir(folder)).toEqual(["bridge.keys.json"]);
    expect(await read("bridge.keys.json")).toBe("mine");
  });

  test("initKeys with force replaces every key", async () => {
    await initKeys(folder);
    const before = await Promise.all((await readdir(folder)).map(read));
    await initKeys(folder, { force: true });
    const after = await Promise.all((await readdir(folder)).map(read));
    expect(after).toHaveLength(before.length);
    for (const content of after) expect(before).not.toContain(content);
  });

  test("at most one of two concurrent initKeys succeeds, and no temporary file remains", async () => {
    const runs = await Promise.allSettled([initKeys(folder), initKeys(folder)]);
    const won = runs.filter(({ status }) => status === "fulfilled").length;
    expect(won).toBeLessThanOrEqual(1);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("initKeys throws and writes nothing if the folder is writable by other users", async () => {
    await mkdir(folder);
    await chmod(folder, 0o777);
    await expect(initKeys(folder)).rejects.toThrow("is writable by other users");
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("rebuildTrust", () => {
  test("rebuildTrust creates a missing bundle from the private keys, byte for byte the same", async () => {
    await initKeys(folder);
    const before = await read("trust.json");
    await rm(path.join(folder, "trust.json"));
    await rebuildTrust(folder);
    expect(await read("trust.json")).toBe(before);
    expect(await modeOf(path.join(folder, "trust.json"))).toBe(0o644);
  });

  test("rebuildTrust throws instead of replacing a bundle", async () => {
    await initKeys(folder);
    await writeFile(path.join(folder, "trust.json"), "mine");
    await expect(rebuildTrust(folder)).rejects.toMatchObject({ code: "EEXIST" });
    expect(await read("trust.json")).toBe("mine");
  });

  test("rebuildTrust also pins a key that the service does not need", async () => {
    await initKeys(folder);
    const sanitiser = JSON.parse(await read("sanitiser.keys.json"));
    const [more] = createKeySet(systemRandomBytes).services.flatMap(({ keys }) => keys);
    const keys = [more, ...sanitiser.keys];
    await writeFile(
      path.join(folder, "sanitiser.keys.json"),
      JSON.stringify({ ...sanitiser, keys }),
    );
    await rm(path.join(folder, "trust.json"));
    await rebuildTrust(folder);
    const trust = parseTrustBundle(await read("trust.json"));
    expect(() => trust.verifyKey("sanitiser", "service-token", more?.key_id ?? "")).not.toThrow();
    expect(() =>
      loadServiceKeys(JSON.stringify({ ...sanitiser, keys }), "sanitiser"),
    ).not.toThrow();
  });

  test("rebuildTrust throws wrong_owner and writes no bundle if a file contains the keys of another principal", async () => {
    await initKeys(folder);
    await rm(path.join(folder, "trust.json"));
    await writeFile(path.join(folder, "sanitiser.keys.json"), await read("bridge.keys.json"));
    await expect(rebuildTrust(folder)).rejects.toMatchObject({ code: "wrong_owner" });
    expect(await readdir(folder)).not.toContain("trust.json");
  });
});
