/** @heavy plants violations in a copy of the sources, and checks all its imports */
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
const LEFT_OUT = new Set(["dist", ".vite", "coverage"]);

/** A file, the import to add to it, and the rule that must refuse the import. */
type Violation = readonly [file: string, specifier: string, rule: string];

/** The JSON output of dependency-cruiser. */
interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly {
      readonly module: string;
      readonly rules?: readonly { readonly name: string }[];
    }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/**
 * The settings reader, which both sandboxes import, and which imports nothing from the workspace.
 */
const SETTINGS_READER = "packages/service-kit/src/config/index.ts";
const REACHED = [
  ["pii/src/index.ts", "sandbox-a-never-imports-contents"],
  ["contracts/src/inference.ts", "sandbox-a-never-imports-contents"],
  ["contracts/src/template/index.ts", "sandbox-a-never-imports-contents"],
  ["contracts/src/public/proxy.ts", "sandbox-a-never-imports-contents"],
  ["pii/src/index.ts", "sandbox-b-never-imports-identities"],
  ["contracts/src/bridge.ts", "sandbox-b-never-imports-identities"],
  ["contracts/src/public/proxy.ts", "sandbox-b-never-imports-identities"],
] as const;

const MODULES = "services/edge-gateway/src/modules";
const DIRECT: readonly Violation[] = [
  [`${MODULES}/audit/domain/events.ts`, "../../accounts/index.ts", "modules-in-order"],
  [`${MODULES}/entities/ports.ts`, "../isolation/index.ts", "modules-in-order"],
  [`${MODULES}/audit/module.ts`, "../accounts/http.ts", "modules-in-order"],
  [`${MODULES}/sdk/routes/messages.ts`, "../../mcp/routes/mcp-server.ts", "modules-in-order"],
  [`${MODULES}/calls/prepare/ports.ts`, "../../../config.ts", "only-module-ts-creates-a-module"],
  [`${MODULES}/mcp/module.ts`, "../sdk/module.ts", "only-the-gateway-creates-modules"],
  [`${MODULES}/calls/prepare/ports.ts`, "../../accounts/limits/quota.ts", "modules-by-their-entry"],
  [`${MODULES}/calls/trace/trace.ts`, "../prepare/prepare.ts", "stages-in-order"],
  [`${MODULES}/calls/native/ports.ts`, "../direct/ports.ts", "stages-in-order"],
  [`${MODULES}/calls/direct/ports.ts`, "../native/ports.ts", "native-and-direct-apart"],
  [`${MODULES}/calls/prepare/prepare.ts`, "@veil/postgres-kit", "io-is-in-the-names"],
  [`${MODULES}/calls/prepare/prepare.ts`, "./http-sanitiser.ts", "io-is-passed-in"],
  [`${MODULES}/calls/native/routes/proxy-messages.ts`, "typebox/value", "one-validator"],
  [`${MODULES}/calls/prepare/ports.ts`, "@veil/testing", "testing-is-for-tests-only"],
  [`${MODULES}/accounts/index.ts`, "./middleware/authenticate.ts", "domain-of-a-module-is-pure"],
  ["packages/service-kit/src/config/index.ts", "../http/index.ts", "service-kit-in-order"],
  ["packages/transport/src/jobs.ts", "@veil/service-kit/threads", "service-kit-by-service"],
  ["packages/veil/src/manifest.ts", "@veil/crypto/files", "the-verifier-stands-alone"],
  ["services/audit/src/commands/serve.ts", "../app.ts", "one-composition-root"],
  ["services/bridge/test/app.test.ts", "../src/app.ts", "one-composition-root"],
  ["services/sanitiser/test/app.test.ts", "express", "component-tests-build-no-app"],
  [
    "services/bridge/src/main.ts",
    "./adapters/file-key-ring.ts",
    "only-the-composition-root-imports-adapters",
  ],
];
/**
 * Violations of rules about indirect imports: the file, the import, the file or module that it
 * reaches, and the rule.
 */
const INDIRECT = [
  ["packages/veil/src/manifest.ts", "node:fs", "fs", "the-verifier-stands-alone"],
  [
    "packages/cli/src/main.ts",
    "../../service-kit/src/http/index.ts",
    "packages/service-kit/src/http/index.ts",
    "the-command-line-is-a-client",
  ],
  [
    "packages/transport/src/jobs.ts",
    "../../../tools/upstream-simulator/src/index.ts",
    "tools/upstream-simulator/src/index.ts",
    "tools-are-not-shipped",
  ],
] as const;

let copy: string;
let sandboxes: Cruise;
let sources: Cruise;

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

  const reached = REACHED.map(([file]) => [SETTINGS_READER, `../../../${file}`] as const);
  sandboxes = cruiseWith(reached, ["services/bridge", "services/inference-worker"]);
  sources = cruiseWith([...DIRECT, ...INDIRECT], ["packages", "services", "tools"]);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Checks the folders once with all these imports added to the copy, then removes the imports. */
function cruiseWith(
  imports: readonly (readonly [file: string, specifier: string, ...rest: unknown[]])[],
  folders: readonly string[],
): Cruise {
  const before = new Map(imports.map(([file]) => [file, readFileSync(path.join(copy, file))]));
  for (const [file, specifier] of imports)
    appendFileSync(path.join(copy, file), `import "${specifier}";\n`);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(copy, CRUISER), "--output-type", "json", ...folders],
    { cwd: copy, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  for (const [file, text] of before) writeFileSync(path.join(copy, file), text);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Cruise;
}

function rulesOn(file: string, specifier: string): readonly string[] {
  const { dependencies = [] } = sources.modules.find(({ source }) => source === file) ?? {};
  const planted = dependencies.find(({ module }) => module === specifier);
  return (planted?.rules ?? []).map(({ name }) => name);
}

function rulesThatRefuse({ summary }: Cruise, target: string): readonly string[] {
  return summary.violations.filter(({ to }) => to === target).map(({ rule }) => rule.name);
}

describe("The import rules", () => {
  test.each(REACHED)(
    "When a sandbox could reach packages/%s through the settings reader, then a rule refuses it: %s",
    (file, rule) => expect(rulesThatRefuse(sandboxes, `packages/${file}`)).toContain(rule),
  );

  test.each(DIRECT)("When %s imports %s, then a rule refuses it: %s", (file, specifier, rule) => {
    expect(rulesOn(file, specifier)).toContain(rule);
  });

  test.each(INDIRECT)(
    "When %s imports %s and so reaches %s, then a rule refuses it: %s",
    (_file, _specifier, target, rule) => expect(rulesThatRefuse(sources, target)).toContain(rule),
  );
});
