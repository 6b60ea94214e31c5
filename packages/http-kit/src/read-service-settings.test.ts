import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { EnvReader } from "@veil/config";
import { readServiceKeyFile } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { readServiceKeys } from "./read-service-settings.ts";

const { keyFileOf } = createTestTrust();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-key-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function readFrom(keyFile: string) {
  const file = path.join(folder, "keys.json");
  writeFileSync(file, keyFile);
  const read = new EnvReader({ KEY_FILE: file });
  const keys = readServiceKeys(read, "bridge", ["claim"]);
  read.done();
  return keys;
}

test("When the key file has all that is needed, then its keys are read", () => {
  expect(readFrom(keyFileOf("bridge")).signing("claim").keyId).toBe("bridge-claim-test");
});

test("When the key file is of a version without claims, then the start fails and says what to do", () => {
  const { service, keys } = readServiceKeyFile(keyFileOf("bridge"));
  const older = { service, keys: keys.filter(({ purpose }) => purpose !== "claim") };
  expect(() => readFrom(JSON.stringify(older))).toThrow(
    'Bad configuration: KEY_FILE: it has no claim key; "veil service-keys upgrade --dir DIR" adds it',
  );
});

test("When the keys are another service's, then that is what is said", () => {
  expect(() => readFrom(keyFileOf("sanitiser"))).toThrow("they belong to another service");
});
