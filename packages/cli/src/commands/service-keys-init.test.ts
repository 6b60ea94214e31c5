import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { captured } from "../program/captured.contract.ts";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "veil-service-keys-"));
  folder = path.join(parent, "keys");
});
afterEach(() => rmSync(parent, { recursive: true }));

const init = (...more: string[]) => captured("service-keys", "init", "--dir", folder, ...more);

test("service-keys init creates the keys and prints the file names, but not the keys", async () => {
  const { code, out } = await init();
  expect(code).toBe(0);
  expect(out).toContain(path.join(folder, "trust.json"));
  expect(out).not.toMatch(/[0-9a-f]{32}/);
});

test("service-keys init --json prints a list of the files", async () => {
  const { files } = JSON.parse((await init("--json")).out) as { files: string[] };
  expect(files).toContain(path.join(folder, "trust.json"));
});

test("a second service-keys init exits with 2 and suggests --force, which replaces the keys", async () => {
  await init();
  const again = await init();
  expect([again.code, again.out]).toEqual([2, ""]);
  expect(again.err).toContain("--force");
  expect((await init("--force")).code).toBe(0);
});

test("service-keys init in a folder that the system cannot create exits with 2 and names the folder", async () => {
  const { code, out, err } = await captured("service-keys", "init", "--dir", "/proc/veil/keys");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Cannot create the folder /proc");
});

test("keys init, the old name, works and prints the new name", async () => {
  const { code, out, err } = await captured("keys", "init", "--dir", folder);
  expect(code).toBe(0);
  expect(out).toContain(path.join(folder, "trust.json"));
  expect(err).toContain("veil service-keys init");
  expect((await captured("keys", "--help")).out).not.toContain("init");
});

test("service-keys init --help prints the options and creates nothing", async () => {
  const { code, out } = await init("--help");
  expect(code).toBe(0);
  expect(out).toContain("--force");
  expect(() => statSync(folder)).toThrow("ENOENT");
});
