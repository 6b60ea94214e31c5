/**
 * Dumps the databases of a former version, with rows that this version stored:
 * `scripts/with-infra node scripts/former-dump.mjs COMMIT`. Needs pg_dump. Tests migrate these dumps
 * to the present schema.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createFormerTree } from "./lib/former-tree.mjs";
import { ROOT } from "./lib/root.mjs";

/** Lines of pg_dump that say nothing to a server, or that only psql understands. */
const SUPERFLUOUS = /^(?:--.*|\\.*|)$/;

const [commit] = process.argv.slice(2);
if (commit === undefined || process.env.VEIL_TEST_POSTGRES_URL === undefined) {
  process.stderr.write("Usage: scripts/with-infra node scripts/former-dump.mjs COMMIT\n");
  process.exit(2);
}
const tree = mkdtempSync(path.join(tmpdir(), "veil-former-"));
try {
  createFormerTree(commit, tree);
  for (const service of ["edge-gateway", "audit"])
    dump(path.join("services", service, "test/upgrade"));
} finally {
  rmSync(tree, { recursive: true });
}

/** Runs `store-every-row.ts` of a folder as a test of that version, which writes the dump. */
function dump(folder) {
  const suite = path.join(folder, "store-every-row.test.ts");
  mkdirSync(path.join(tree, folder), { recursive: true });
  copyFileSync(path.join(ROOT, folder, "store-every-row.ts"), path.join(tree, suite));
  const jest = "node_modules/jest/bin/jest.js";
  const args = [jest, "--config", "jest.config.mjs", "--runTestsByPath", suite];
  const { status } = spawnSync(process.execPath, args, {
    cwd: tree,
    stdio: "inherit",
    env: { ...process.env, NODE_OPTIONS: "--experimental-vm-modules" },
  });
  if (status !== 0) throw new Error(`${suite} failed`);
  const lines = readFileSync(path.join(tree, folder, "former.sql"), "utf8").split("\n");
  const kept = lines.filter((line) => !SUPERFLUOUS.test(line));
  writeFileSync(path.join(ROOT, folder, "former.sql"), `${kept.join("\n")}\n`);
  const readings = path.join(folder, "former.json");
  if (existsSync(path.join(tree, readings)))
    copyFileSync(path.join(tree, readings), path.join(ROOT, readings));
}
