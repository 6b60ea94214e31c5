import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-signer-")), "any");
writeFileSync(file, "{}");
const whole = { KEY_FILE: file, TRUST_FILE: file, MANIFEST_FILE: "manifest.json" };

test("Three files are all that it needs", () => {
  expect(readConfig(whole)).toMatchObject({
    port: 8085,
    manifestFile: "manifest.json",
    manifestIssuer: "veil-gateway",
  });
});

test("When it is production, then the development form is refused, in words", () => {
  expect(() => readConfig({ ...whole, NODE_ENV: "production" })).toThrow(
    "Bad configuration: NODE_ENV=production requires the witness-signed manifest",
  );
});

test.each(["Vëil", "a b", "x".repeat(201)])("The issuer %p is refused", (MANIFEST_ISSUER) => {
  expect(() => readConfig({ ...whole, MANIFEST_ISSUER })).toThrow("MANIFEST_ISSUER must be");
});
