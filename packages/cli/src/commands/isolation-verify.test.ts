import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { IsolationFindings, ProbedTarget } from "@veil/contracts/isolation";
import { loadServiceKeys, type ProbeName, signMessage, systemRandomBytes } from "@veil/crypto";
import { createKeySet } from "@veil/veil";
import { captured } from "../program/captured.contract.ts";

const keySet = createKeySet(systemRandomBytes);
const folder = mkdtempSync(path.join(tmpdir(), "veil-isolation-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const where = path.join(folder, name);
  writeFileSync(where, typeof content === "string" ? content : JSON.stringify(content));
  return where;
}

const trust = file("trust.json", keySet.trust);
const blocked: ProbedTarget = {
  name: "inference-worker",
  address: "10.96.0.213",
  port: 8083,
  expected: "blocked",
  outcome: "silent",
};

const control: ProbedTarget = {
  ...blocked,
  name: "egress-proxy",
  expected: "open",
  outcome: "connected",
};

function signed(probe: ProbeName, change: Partial<IsolationFindings> = {}) {
  const own = keySet.services.find(({ service }) => service === probe);
  const keys = loadServiceKeys(JSON.stringify(own), probe);
  const findings: IsolationFindings = {
    type: "veil/isolation-findings/v1",
    probe,
    probed_at: `${new Date().toISOString().slice(0, 19)}Z`,
    rounds: 1,
    targets: probe === "bridge-probe" ? [blocked] : [blocked, control],
    ...change,
  };
  const from = { service: probe, ...keys.signing("message") };
  return signMessage(JSON.stringify(findings), from, "edge-gateway");
}

const invariant = (a: unknown, b: unknown = signed("inference-worker-probe")) => ({
  network_probes: { a: { signed_report: a }, b: { signed_report: b } },
});

const verify = (content: unknown, ...more: string[]) =>
  captured("isolation", "verify", "--trust", trust, file("invariant.json", content), ...more);

test("isolation verify prints two valid reports with all connections, and exits with 0", async () => {
  const { code, out, err } = await verify(invariant(signed("bridge-probe")));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^bridge-probe, .*: the signature is valid$/m);
  expect(out).toMatch(/ok +inference-worker +10\.96\.0\.213:8083 +must be blocked, was silent/);
});

test.each<[string, unknown, RegExp]>([
  [
    "a connection that succeeded",
    signed("bridge-probe", { targets: [{ ...blocked, outcome: "connected" }] }),
    /bridge-probe: inference-worker is connected, not blocked/,
  ],
  [
    "a reset, which proves nothing",
    signed("bridge-probe", { targets: [{ ...blocked, outcome: "refused" }] }),
    /is refused, not blocked/,
  ],
  [
    "a control that is closed",
    signed("bridge-probe", { targets: [{ ...blocked, expected: "open" }] }),
    /is silent, not open/,
  ],
  [
    "a changed letter",
    { ...signed("bridge-probe"), body: signed("bridge-probe").body.replace("8083", "8084") },
    /bridge-probe: .*bad signature/,
  ],
  ["another probe's report", signed("inference-worker-probe"), /bridge-probe: /],
  ["an old report", signed("bridge-probe", { probed_at: "2026-01-01T00:00:00Z" }), /too old/],
  ["a missing report", null, /bridge-probe: not a signed report/],
])("isolation verify names the problem and exits with 1 for %s", async (_case, report, message) => {
  const { code, err } = await verify(invariant(report));
  expect(code).toBe(1);
  expect(err).toMatch(message);
});

test("isolation verify names the problem and exits with 1 for a report of B without a positive control", async () => {
  const withoutControl = signed("inference-worker-probe", { targets: [blocked] });
  const { code, err } = await verify(invariant(signed("bridge-probe"), withoutControl));
  expect(code).toBe(1);
  expect(err).toContain(
    "inference-worker-probe: its report has no successful connection as positive control",
  );
});

test("with --json, isolation verify prints the reports and the problems, and exits with 1", async () => {
  const open = signed("bridge-probe", { targets: [{ ...blocked, outcome: "connected" }] });
  const { code, out } = await verify(invariant(open), "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    reports: [{ probe: "bridge-probe" }, { probe: "inference-worker-probe" }],
    problems: ["bridge-probe: inference-worker is connected, not blocked"],
  });
});

test("with --max-age 0, isolation verify accepts an old report", async () => {
  const old = invariant(signed("bridge-probe", { probed_at: "2026-01-01T00:00:00Z" }));
  expect((await verify(old, "--max-age", "0")).code).toBe(0);
});

test.each<[string, unknown, readonly string[]]>([
  ["input without probes", { holds: true }, []],
  ["input that is not JSON", "{", []],
  ["an invalid --max-age", invariant(null), ["--max-age", "soon"]],
  ["a second file", invariant(null), ["other"]],
])("isolation verify exits with 2 for %s", async (_case, content, more) => {
  const { code, out, err } = await verify(content, ...more);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^veil/);
});
