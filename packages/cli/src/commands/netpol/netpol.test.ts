import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { captured as veil } from "../../program/captured.contract.ts";

const POD = (name: string) =>
  `{kind: Pod, apiVersion: v1, metadata: {name: ${name}, namespace: shop, labels: {app: ${name}}}, spec: {containers: [{ports: [{containerPort: 80}]}]}}\n---\n`;
const POLICY = (name: string, spec: string) =>
  `{kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, metadata: {name: ${name}, namespace: shop}, spec: ${spec}}\n---\n`;
const PEER = (name: string) =>
  `[{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}, podSelector: {matchLabels: {app: ${name}}}}]`;
const EDGE = (from: string, to: string) =>
  [
    POLICY(
      `allow-${from}-to-${to}`,
      `{podSelector: {matchLabels: {app: ${from}}}, policyTypes: [Egress], egress: [{to: ${PEER(to)}, ports: [{protocol: TCP, port: 80}]}]}`,
    ),
    POLICY(
      `allow-${from}-to-${to}-ingress`,
      `{podSelector: {matchLabels: {app: ${to}}}, policyTypes: [Ingress], ingress: [{from: ${PEER(from)}, ports: [{protocol: TCP, port: 80}]}]}`,
    ),
  ].join("");
const DENY = POLICY("default-deny", "{podSelector: {}, policyTypes: [Ingress, Egress]}");
const GOOD = `${["front", "left", "right"].map(POD).join("")}${DENY}${EDGE("front", "left")}${EDGE("front", "right")}`;
/**
 * Returns a pod of a Deployment. The live cluster has two running pods and an ended one of each
 * Deployment, and objects in another namespace.
 */
const POD_OF = (name: string, letters: string, phase = "Running") =>
  `{kind: Pod, apiVersion: v1, metadata: {name: ${name}-7d9f8c-${letters}, namespace: shop, uid: u, labels: {app: ${name}, pod-template-hash: 7d9f8c}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: ${name}-7d9f8c, controller: true}]}, spec: {containers: [{ports: [{containerPort: 80}]}]}, status: {phase: ${phase}}}\n---\n`;
const LIVE = [
  ...["front", "left", "right"].flatMap((name) => [POD_OF(name, "abcde"), POD_OF(name, "fghij")]),
  POD_OF("left", "old", "Failed"),
  POD("left").replaceAll("shop", "other"),
  ...[DENY, EDGE("front", "left"), EDGE("front", "right")],
].join("");
const EXPECTED = `
zones: [shop]
sandboxes: {a: left, b: right}
edges: [{from: front, to: [left, right], ports: [TCP/80]}]
`;

let folder = "";
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-netpol-"));
  writeFileSync(at("good.yaml"), GOOD);
  writeFileSync(at("leak.yaml"), GOOD + EDGE("left", "right"));
  writeFileSync(
    at("mistake.yaml"),
    GOOD.replace("policyTypes: [Ingress, Egress]", "types: [Egress]"),
  );
  writeFileSync(at("live.yaml"), LIVE);
  writeFileSync(at("live-leak.yaml"), LIVE + EDGE("left", "right"));
  writeFileSync(
    at("refused.yaml"),
    GOOD +
      POLICY(
        "out",
        "{podSelector: {}, policyTypes: [Egress], egress: [{to: [{ipBlock: {cidr: '::/0', except: ['::ffff:0:0/96']}}], ports: [{protocol: TCP, port: 443}]}]}",
      ),
  );
  writeFileSync(at("broken.yaml"), "{kind: NetworkPolicy");
  writeFileSync(at("isolation.yaml"), EXPECTED);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("veil netpol hash prints the hash of only the policies, and exits with 2 if there are none", async () => {
  const { code, out } = await veil("netpol", "hash", at("good.yaml"));
  expect([code, out]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
  expect((await veil("netpol", "hash", at("live.yaml"))).out).toBe(out);
  expect((await veil("netpol", "hash", at("leak.yaml"))).out).not.toBe(out);
  const { sha256, policies } = JSON.parse(
    (await veil("netpol", "hash", "--json", at("good.yaml"))).out,
  );
  expect([`${sha256}\n`, policies.length]).toEqual([out, 5]);
  expect((await veil("netpol", "hash", at("isolation.yaml"))).code).toBe(2);
});

describe("veil netpol check", () => {
  test("netpol check exits with 0 if all checks hold", async () => {
    const { code, out } = await veil("netpol", "check", at("good.yaml"));
    expect(out).not.toContain("FAIL");
    expect(out).toContain("shop/left can open no connections");
    expect(code).toBe(0);
  });

  test("netpol check exits with 1 and names the edge if a check fails", async () => {
    const { code, out, err } = await veil("netpol", "check", at("leak.yaml"));
    expect(out).toContain("FAIL  sandboxes-apart");
    expect(out).toContain("shop/left -[TCP 80]-> shop/right");
    expect(out).toContain("by shop/allow-left-to-right");
    expect(err).toBe("veil netpol check: 2 breaches\n");
    expect(code).toBe(1);
  });

  test("netpol check reads the objects of a live cluster, and prints the names of workloads", async () => {
    const { code, out } = await veil("netpol", "check", at("live.yaml"));
    expect(out).toContain("3 workloads, 5 policies, 2 open edges between pods");
    expect(out).not.toContain("FAIL");
    expect(code).toBe(0);
    const leak = await veil("netpol", "check", at("live-leak.yaml"));
    expect(leak.out).toContain("shop/left -[TCP 80]-> shop/right");
    expect(leak.code).toBe(1);
    const { out: changes } = await veil("netpol", "diff", at("good.yaml"), at("live-leak.yaml"));
    expect(changes).toBe("+ shop/left -> shop/right [TCP 80]\n");
  });

  test("netpol check --json prints the findings as JSON", async () => {
    const { out } = await veil("netpol", "check", "--json", at("leak.yaml"));
    const { findings } = JSON.parse(out) as { findings: { check: string; edge: string }[] };
    expect(findings.map(({ check, edge }) => [check, edge])).toContainEqual([
      "sandboxes-apart",
      "shop/left -> shop/right",
    ]);
  });
});

describe("A policy that the API server refuses because of an IPv4-mapped except", () => {
  const REASON =
    /shop\/out(?: is refused)?: spec\.egress\[0\]\.to\[0\]\.ipBlock\.except\[0\] is an IPv4-mapped/;

  test.each([["check"], ["matrix"], ["hash"]])(
    "netpol %s refuses the policy and exits with 2",
    async (command) => {
      const { code, err } = await veil("netpol", command, at("refused.yaml"));
      expect(err).toMatch(REASON);
      expect(code).toBe(2);
    },
  );

  test("netpol lint reports the policy and exits with 1", async () => {
    const { code, out } = await veil("netpol", "lint", at("refused.yaml"));
    expect(out).toMatch(REASON);
    expect(out).toContain("(except-mapped)");
    expect(code).toBe(1);
  });
});

describe("veil netpol", () => {
  test.each([
    [["check"], /missing required argument 'DIR\|FILE'/],
    [["check", "nowhere.yaml"], /nowhere\.yaml does not exist/],
    [["check", "--expect", "nowhere.yaml", "GOOD"], /nowhere\.yaml/],
    [["check", "BROKEN"], /broken\.yaml/],
    [["lint", "BROKEN"], /broken\.yaml/],
    [["check", "--nonsense", "GOOD"], /--nonsense/],
    [["matrix", "--format", "pdf", "GOOD"], /markdown, json or svg/],
    [["matrix", "--verify", "GOOD"], /needs --out/],
    [["diff", "GOOD"], /missing required argument 'NEW'/],
    [["compile", "GOOD"], /--to <TARGET>' not specified/],
    [["compile", "--to", "nftables", "--pod-range", "ten", "GOOD"], /not an IPv4 block/],
  ])("netpol %j exits with 2", async (args, message) => {
    const files: Readonly<Record<string, string>> = { GOOD: "good.yaml", BROKEN: "broken.yaml" };
    const named = args.map((arg) => (files[arg] === undefined ? arg : at(files[arg])));
    const { code, err } = await veil("netpol", ...named);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  test.each(["check", "lint", "matrix", "diff", "compile"])(
    "netpol %s --help prints the help",
    async (command) => {
      const { code, out } = await veil("netpol", command, "--help");
      expect(out).toMatch(/^Usage: veil netpol /);
      expect(out).toContain("Exit codes: 0 done");
      expect(code).toBe(0);
    },
  );

  test("netpol matrix and netpol compile print JSON with --json", async () => {
    const matrix = await veil("netpol", "matrix", "--json", at("good.yaml"));
    expect(JSON.parse(matrix.out)).toHaveProperty("pods");
    const compiled = await veil("netpol", "compile", "--to", "nftables", "--json", at("good.yaml"));
    expect(JSON.parse(compiled.out)).toMatchObject({ rules: expect.any(String), plan: {} });
  });

  test("netpol lint exits with 1 and lists the mistakes", async () => {
    expect(await veil("netpol", "lint", at("good.yaml"))).toEqual({ code: 0, out: "", err: "" });
    const { code, out } = await veil("netpol", "lint", at("mistake.yaml"));
    expect(out).toContain("NetworkPolicy shop/default-deny: spec.types is not a field");
    expect(out).toContain("(missing-policy-types)");
    expect(code).toBe(1);
  });

  test("netpol diff exits with 1 and lists the edges that a change opens", async () => {
    expect((await veil("netpol", "diff", at("good.yaml"), at("good.yaml"))).code).toBe(0);
    const { code, out } = await veil("netpol", "diff", at("good.yaml"), at("leak.yaml"));
    expect(out).toBe("+ shop/left -> shop/right [TCP 80]\n");
    expect(code).toBe(1);
  });

  test("netpol matrix --out writes the format of the file's extension, and --verify compares with the file", async () => {
    for (const [name, start] of [
      ["m.md", "# Isolation matrix: good"],
      ["m.svg", "<svg "],
      ["m.json", '{\n  "pods"'],
    ] as const) {
      expect((await veil("netpol", "matrix", at("good.yaml"), "--out", at(name))).code).toBe(0);
      expect(readFileSync(at(name), "utf8").startsWith(start)).toBe(true);
      const verify = ["--out", at(name), "--verify", "--title", "Isolation matrix: good"];
      expect((await veil("netpol", "matrix", at("good.yaml"), ...verify)).code).toBe(0);
      expect((await veil("netpol", "matrix", at("leak.yaml"), ...verify)).code).toBe(1);
    }
  });

  test("netpol compile prints the rules and writes the plan", async () => {
    const plan = ["--plan", at("plan.json")];
    const { code, out } = await veil(
      "netpol",
      "compile",
      "--to",
      "nftables",
      ...plan,
      at("good.yaml"),
    );
    expect(out).toContain("type filter hook forward priority filter; policy drop;");
    const { pods } = JSON.parse(readFileSync(at("plan.json"), "utf8")) as { pods: unknown[] };
    expect(pods).toHaveLength(3);
    expect(code).toBe(0);
  });
});
