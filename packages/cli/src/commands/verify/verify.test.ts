import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  BAD_CERTIFICATES,
  type Changes,
  createTestDeployment,
  TEST_CALL,
  testCertificate,
  testOpenings,
  testSummary,
} from "@veil/testing/certificates";
import { VERIFICATION_STEPS } from "@veil/veil/verifier";
import { captured } from "../../program/captured.contract.ts";

const deployment = createTestDeployment();
const { pins, witnessKey } = deployment;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-verify-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function verify(changes: Changes, ...options: readonly string[]) {
  const { certificate, manifest } = testCertificate(deployment, changes);
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("certificate.json"), certificate);
  writeFileSync(at("manifest.json"), manifest);
  const own = options.length > 0 ? options : ["--witness", witnessKey];
  return captured(
    ...["verify", "--manifest", at("manifest.json"), "--pin", pins.witness, ...own],
    at("certificate.json"),
  );
}

test("veil verify prints what a valid certificate proves and what it does not", async () => {
  const { code, out } = await verify({});
  expect(code).toBe(0);
  expect(out).toContain("VALID. Issued 2026-01-02T12:00:02Z; the call is completed.");
  expect(out).toMatch(/^ +10 {2}holds .*witness/m);
  expect(out).toContain("What it does not prove:");
  expect(out).toContain("the gateway put 1 of them together");
});

test("without a witness and without evidence, the result says that only the issuer vouches for the time", async () => {
  const { code, out } = await verify(
    { certificate: (own) => void Object.assign(own, { evidence: null }) },
    ...["--pin", pins.gateway],
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^ +7 {2}no data/m);
  expect(out).toContain("That it was not dated back");
});

test("veil verify --html prints one document that loads no resources and runs no script", async () => {
  const { code, out } = await verify({}, "--witness", witnessKey, "--html");
  expect(code).toBe(0);
  expect(out).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(out).toContain("default-src &apos;none&apos;");
  expect(out).not.toMatch(/<script|src=|href="(?!data:,)/);
  for (const text of ["VALID. Issued 2026-01-02T12:00:02Z", "What it does not prove"])
    expect(out).toContain(text);
  const refused = await verify({}, "--pin", `mallory:${"ab".repeat(32)}`, "--html");
  expect([refused.code, refused.out]).toEqual([14, expect.stringContaining("NOT VALID. Step 4")]);
});

test("veil verify --help lists the exit code of every step", async () => {
  const { out } = await captured("verify", "--help");
  const listed = [...out.matchAll(/^ {2}(\d+) {2}(\w+), not: /gm)].map(([, ...row]) => row);
  const codes = Object.values(VERIFICATION_STEPS).map(({ code }) => code);
  expect(listed).toEqual([
    ...codes.map((code, at) => [String(11 + at), code]),
    ["34", "wrong_opening"],
    ["35", "wrong_answer"],
  ]);
});

test("veil verify exits with 2 for both --html and --json", async () => {
  expect((await verify({}, "--html", "--json")).code).toBe(2);
});

test("veil verify exits with a different code for each failed step", async () => {
  const codes = Object.values(VERIFICATION_STEPS).map(({ code }) => code);
  for (const [index, code] of codes.entries()) {
    const [, , changes = {}] = BAD_CERTIFICATES.find(([, own]) => own === code) ?? [];
    const { code: exitCode, err } = await verify(changes, "--witness", witnessKey, "--json");
    expect([exitCode, JSON.parse(err).error.code]).toEqual([11 + index, code]);
  }
});

test("veil verify exits with 14 if a pinned key did not sign the manifest", async () => {
  const { code, out } = await verify({}, "--pin", `mallory:${"ab".repeat(32)}`);
  expect(code).toBe(14);
  expect(out).toContain("NOT VALID. Step 4");
});

test("veil verify exits with 2 for a file that cannot be read", async () => {
  const { code } = await captured(
    ...["verify", "--manifest", "missing.json", "--pin", pins.witness, "missing.json"],
  );
  expect(code).toBe(2);
});

function opening(files: Readonly<Record<string, string>>, ...more: readonly string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const options = more.map((text) => text.replace("@", `${folder}/`));
  return verify({}, "--witness", witnessKey, ...options);
}

const openings = JSON.stringify(testOpenings());
const native = (result: unknown) =>
  JSON.stringify({ status: "JOB_STATUS_COMPLETED", result, compliance_trace: {} });

test("with --openings, veil verify prints which components received a text and which values were restored", async () => {
  const [text] = TEST_CALL.texts;
  const { code, out } = await opening(
    { "openings.json": openings, "letter.txt": text, "answer.json": native("Dear Anna Weber") },
    ...["--openings", "@openings.json", "--text", "context.0=@letter.txt"],
    ...["--response", "@answer.json"],
  );
  expect(code).toBe(0);
  expect(out).toContain("Your text context.0 was given by edge-gateway to sanitiser, received by");
  expect(out).not.toContain("inference-worker from edge-gateway, ");
  expect(out).toContain('[PERSON_1] became "Anna Weber"');
});

test.each<[string, string]>([
  ["the native route", native("Dear Anna")],
  [
    "the route for messages",
    JSON.stringify({ type: "message", content: [{ type: "text", text: "Dear Anna" }] }),
  ],
  [
    "the route for completions",
    JSON.stringify({ choices: [{ message: { role: "assistant", content: "Dear Anna" } }] }),
  ],
  ["a text", "Dear Anna"],
  ["an answer without restored values", "Dear [PERSON_1]"],
])(
  "veil verify --response compares the answer of %s, and exits with 35 if it differs",
  async (_what, answer) => {
    const files = { "openings.json": openings, answer };
    const given = ["--openings", "@openings.json", "--response", "@answer"];
    expect((await opening(files, ...given, "--json")).code).toBe(0);
    const more = { ...files, answer: answer.replace("Dear", "Dearest") };
    const refused = await opening(more, ...given, "--json");
    expect([refused.code, JSON.parse(refused.err).error.code]).toEqual([35, "wrong_answer"]);
  },
);

test("veil verify exits with 34 for openings of another request, and for a text that no component received", async () => {
  const other = JSON.stringify({ ...testOpenings(), request_id: "req_2" });
  const given = ["--openings", "@openings.json"];
  const wrong = await opening({ "openings.json": other }, ...given);
  expect(wrong.code).toBe(34);
  expect(wrong.out).toContain("The certificate is valid, but what its owner has does not fit it.");
  const files = { "openings.json": openings, "letter.txt": "another letter" };
  const refused = await opening(files, ...given, "--text", "context.0=@letter.txt", "--json");
  expect([refused.code, refused.out, JSON.parse(refused.err).error.code]).toEqual([
    ...[34, "", "wrong_opening"],
  ]);
});

test.each([
  ["--text", "context.0=letter.txt"],
  ["--response", "answer.json"],
  ["--openings", "missing.json"],
  ["--openings", "@certificate.json", "--text", "letter.txt"],
])("veil verify exits with 2 for %s %s without its other options", async (...options) => {
  expect((await opening({}, ...options)).code).toBe(2);
});

test("veil verify --summary verifies a summary without the certificate, and exits with the step's code for a changed one", async () => {
  const at = (name: string) => path.join(folder, name);
  const verifySummary = (changes = {}, ...options: readonly string[]) => {
    const { summary, manifest } = testSummary(deployment, changes);
    writeFileSync(at("summary.json"), summary);
    writeFileSync(at("manifest.json"), manifest);
    const trusted = ["--manifest", at("manifest.json"), "--pin", pins.gateway];
    return captured("verify", "--summary", ...trusted, ...options, at("summary.json"));
  };
  const { code, out } = await verifySummary();
  expect([code, out]).toEqual([0, expect.stringContaining("VALID. gateway.example signed")]);
  expect(out).toContain("What it does not prove:");
  const json = await verifySummary({}, "--json");
  expect(JSON.parse(json.out)).toMatchObject({ valid: true, summary: { request_id: "req_1" } });
  const changed = {
    signed: ({ summary }: { summary: object }) => void Object.assign(summary, { attempts: 9 }),
  };
  const refused = await verifySummary(changed, "--json");
  expect([refused.code, JSON.parse(refused.err).error.code]).toEqual([16, "bad_signature"]);
  expect((await verifySummary({}, "--witness", witnessKey)).code).toBe(2);
});
