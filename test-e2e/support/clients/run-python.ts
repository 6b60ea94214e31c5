import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { REPOSITORY } from "../deployment/manifests.ts";

/**
 * Runs a program of `test-e2e/python`. @returns the JSON document that it prints. @throws Error
 * with its error output when it fails
 */
export async function runPython(python: string, file: string, given: object): Promise<unknown> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-python-"));
  try {
    const setup = path.join(folder, "setup.json");
    writeFileSync(setup, JSON.stringify(given), { mode: 0o600 });
    const child = spawn(python, [path.join(REPOSITORY, "test-e2e/python", file)], {
      cwd: folder,
      // The process inherits no other variables, because a proxy variable would divert the
      // requests.
      env: { HOME: folder, PYTHONDONTWRITEBYTECODE: "1", VEIL_SDK_SETUP: setup },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, "close")) as [number | null];
    const [output, errors] = await said;
    if (code !== 0) throw new Error(errors);
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
