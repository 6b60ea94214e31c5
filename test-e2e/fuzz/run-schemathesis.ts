import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { ENTITY_TYPES } from "@veil/contracts/entities";
import type { Stack } from "@veil/local-stack";
import { WAIT_CEILING_MS } from "@veil/testing";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { type GeneratedRequest, readExamples } from "./examples.ts";

const FOLDER = path.join(REPOSITORY, "test-e2e/fuzz");

interface Run {
  readonly program: string;
  readonly stack: Stack;
  readonly seed: number;
  /** `coverage` breaks every rule of a schema once. `fuzzing` generates requests at random. */
  readonly phases: "coverage,fuzzing" | "fuzzing";
  readonly mode: "positive" | "negative";
  /** The maximum number of random requests for each operation. */
  readonly examples: number;
  readonly options: readonly string[];
}

/** @throws Error with schemathesis's report when it rejects a response */
export async function runSchemathesis(run: Run): Promise<readonly GeneratedRequest[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-schemathesis-"));
  try {
    const setup = path.join(folder, "setup.json");
    writeFileSync(setup, JSON.stringify(setupOf(run.stack)), { mode: 0o600 });
    const report = path.join(folder, "report.ndjson");
    const child = spawn(run.program, argumentsOf(run, report), {
      cwd: folder,
      // The process inherits no other variables, because a proxy variable would divert the
      // requests.
      env: {
        HOME: folder,
        PYTHONDONTWRITEBYTECODE: "1",
        SCHEMATHESIS_HOOKS: path.join(FOLDER, "hooks.py"),
        VEIL_FUZZ_SETUP: setup,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`Seed ${run.seed}:\n${(await said).join("\n")}`);
    return readExamples(readFileSync(report, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the setup that hooks.py reads. */
function setupOf({ gatewayUrl, stateDir }: Stack): object {
  const keyIn = (file: string) => readFileSync(path.join(stateDir, file), "utf8").trim();
  return {
    url: gatewayUrl,
    model: "gpt-4.1",
    admin_key: keyIn("admin-key"),
    website_key: keyIn("website-key"),
    entity_types: ENTITY_TYPES.filter((type) => type !== "LITERAL"),
  };
}

function argumentsOf(run: Run, report: string): string[] {
  const { stack, seed, phases, mode, examples, options } = run;
  return [
    ...["--config-file", path.join(FOLDER, "schemathesis.toml")],
    ...["run", `${stack.gatewayUrl}/openapi.json`, "--no-color"],
    ...["--seed", String(seed), "--generation-database", "none"],
    ...["--phases", phases, "--mode", mode, "--max-examples", String(examples)],
    ...["--request-timeout", String(WAIT_CEILING_MS / 1000)],
    ...["--report", "ndjson", "--report-ndjson-path", report],
    ...options,
  ];
}
