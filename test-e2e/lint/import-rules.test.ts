/** @heavy plants violations, and checks all imports for each */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CRUISER = "node_modules/dependency-cruiser/bin/dependency-cruise.mjs";
const SANDBOXES = ["services/bridge", "services/inference-worker"];
const LEFT_OUT = new Set(["dist", ".vite", "coverage"]);

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "veil-import-rules-"));
  for (const folder of ["packages", "services", "tools"])
    cpSync(path.join(ROOT, folder), path.join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.has(path.basename(source)),
    });
  for (const name of [".dependency-cruiser.mjs", "scripts/import-rules", "package.json"])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function brokenRules(folders: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(copy, CRUISER), "--output-type", "json", ...folders],
    { cwd: copy, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  if (stdout === "") throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string } }[] };
  };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}

function plantImport(file: string, specifier: string): () => void {
  const source = path.join(copy, file);
  const before = readFileSync(source);
  appendFileSync(source, `import "${specifier}";\n`);
  return () => writeFileSync(source, before);
}

describe("the import rules", () => {
  test("The sources violate none", () => {
    expect(brokenRules(["packages", "services", "tools"])).toEqual([]);
  });

  // Both sandboxes import the settings reader, which imports nothing of the workspace.
  test.each([
    ["the bridge", "pii/src/index.ts", "sandbox-a-never-imports-contents"],
    ["the bridge", "contracts/src/inference.ts", "sandbox-a-never-imports-contents"],
    ["the bridge", "contracts/src/template/index.ts", "sandbox-a-never-imports-contents"],
    ["the bridge", "contracts/src/public/proxy.ts", "sandbox-a-never-imports-contents"],
    ["the worker", "pii/src/index.ts", "sandbox-b-never-imports-identities"],
    ["the worker", "contracts/src/bridge.ts", "sandbox-b-never-imports-identities"],
    ["the worker", "contracts/src/public/proxy.ts", "sandbox-b-never-imports-identities"],
  ])(
    "When %s could reach %s through the settings reader, then that is refused",
    (_sandbox, file, rule) => {
      const through = "packages/service-kit/src/config/index.ts";
      const takeBack = plantImport(through, `../../../${file}`);
      try {
        expect(brokenRules(SANDBOXES)).toContain(rule);
      } finally {
        takeBack();
      }
    },
  );

  test.each([
    [
      "events of the audit log",
      "audit/domain/events.ts",
      "../../accounts/index.ts",
      "modules-in-order",
    ],
    ["lists", "entities/ports.ts", "../isolation/index.ts", "modules-in-order"],
    ["a call", "calls/prepare/ports.ts", "../../../config.ts", "only-module-ts-creates-a-module"],
    ["a tool", "mcp/module.ts", "../sdk/module.ts", "only-the-gateway-creates-modules"],
    ["an audit log", "audit/module.ts", "../accounts/http.ts", "modules-in-order"],
    ["an SDK call", "sdk/routes/messages.ts", "../../mcp/routes/tool.ts", "modules-in-order"],
    [
      "a call",
      "calls/prepare/ports.ts",
      "../../accounts/limits/quota.ts",
      "modules-by-their-entry",
    ],
    ["a trace", "calls/trace/trace.ts", "../prepare/prepare.ts", "stages-in-order"],
    ["a native call", "calls/native/ports.ts", "../direct/ports.ts", "stages-in-order"],
    ["a direct call", "calls/direct/ports.ts", "../native/ports.ts", "native-and-direct-apart"],
    ["a stage", "calls/prepare/prepare.ts", "@veil/postgres-kit", "io-is-in-the-names"],
    ["a stage", "calls/prepare/prepare.ts", "./http-sanitiser.ts", "io-is-passed-in"],
    [
      "a second validator",
      "calls/native/routes/proxy-messages.ts",
      "typebox/value",
      "one-validator",
    ],
    ["what tests need", "calls/prepare/ports.ts", "@veil/testing", "testing-is-for-tests-only"],
    ["an entry", "accounts/index.ts", "./middleware/authenticate.ts", "domain-of-a-module-is-pure"],
  ])(
    "When the gateway's module with %s (%s) imports %s, then that is refused: %s",
    (_what, file, specifier, rule) => {
      const takeBack = plantImport(`services/edge-gateway/src/modules/${file}`, specifier);
      try {
        expect(brokenRules(["services/edge-gateway"])).toContain(rule);
      } finally {
        takeBack();
      }
    },
  );

  test.each([
    ["service-kit/src/config/index.ts", "../http/index.ts", "service-kit-in-order"],
    ["transport/src/jobs.ts", "@veil/service-kit/threads", "service-kit-by-service"],
    [
      "transport/src/jobs.ts",
      "../../../tools/upstream-simulator/src/index.ts",
      "tools-are-not-shipped",
    ],
    ["veil/src/manifest.ts", "node:fs", "the-verifier-stands-alone"],
    ["veil/src/manifest.ts", "@veil/crypto/files", "the-verifier-stands-alone"],
    ["cli/src/main.ts", "../../service-kit/src/http/index.ts", "the-command-line-is-a-client"],
  ])("When packages/%s imports %s, then that is refused: %s", (file, specifier, rule) => {
    const takeBack = plantImport(`packages/${file}`, specifier);
    try {
      expect(brokenRules([`packages/${file.split("/")[0]}`])).toContain(rule);
    } finally {
      takeBack();
    }
  });

  test.each([
    ["a command", "audit/src/commands/serve.ts", "../app.ts", "one-composition-root"],
    ["a component test", "bridge/test/app.test.ts", "../src/app.ts", "one-composition-root"],
    ["a component test", "sanitiser/test/app.test.ts", "express", "component-tests-build-no-app"],
    [
      "main",
      "bridge/src/main.ts",
      "./adapters/file-key-ring.ts",
      "only-the-composition-root-imports-adapters",
    ],
  ])("When %s (%s) imports %s, then that is refused: %s", (_what, file, specifier, rule) => {
    const takeBack = plantImport(`services/${file}`, specifier);
    try {
      expect(brokenRules([`services/${file.split("/")[0]}`])).toContain(rule);
    } finally {
      takeBack();
    }
  });
});
