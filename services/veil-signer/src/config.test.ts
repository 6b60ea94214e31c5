import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createKeySet } from "@veil/veil";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(path.join(tmpdir(), "veil-signer-"));
const { services, trust } = createKeySet(systemRandomBytes);
const file = (name: string, content: object | undefined) => {
  writeFileSync(path.join(folder, name), JSON.stringify(content));
  return path.join(folder, name);
};
const keysOf = (name: string) => services.find(({ service }) => service === name);
const whole = {
  KEY_FILE: file("keys", keysOf("veil-signer")),
  TRUST_FILE: file("trust", trust),
  MANIFEST_FILE: "manifest.json",
};

test("Three files are all that it needs", () => {
  expect(readConfig(whole)).toMatchObject({
    address: { host: "127.0.0.1", port: 8085 },
    opsAddress: { port: 9085 },
    manifestFile: "manifest.json",
    manifestIssuer: "veil-gateway",
  });
});

test("When it is production, then the development form is refused, in words", () => {
  expect(() => readConfig({ ...whole, NODE_ENV: "production", SERVICE_TLS: "mesh" })).toThrow(
    "Bad configuration: NODE_ENV=production requires the witness-signed manifest",
  );
});

test.each(["Vëil", "a b", "x".repeat(201)])("The issuer %p is refused", (MANIFEST_ISSUER) => {
  expect(() => readConfig({ ...whole, MANIFEST_ISSUER })).toThrow("MANIFEST_ISSUER must be");
});

test("When the keys are another service's, or the bundle is none, then both are named", () => {
  const wrong = {
    ...whole,
    KEY_FILE: file("other", keysOf("bridge")),
    TRUST_FILE: file("none", {}),
  };
  expect(() => readConfig(wrong)).toThrow(
    "TRUST_FILE: Trust bundle: version must be 1; KEY_FILE: Service keys: they belong to another service",
  );
});
