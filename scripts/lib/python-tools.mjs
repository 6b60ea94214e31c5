import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, TOOLING } from "./root.mjs";
import { must, run } from "./run.mjs";
import { step } from "./step.mjs";

/**
 * Returns the folder of a virtual environment with the packages of `scripts/NAME/requirements.txt`.
 * Creates the environment if it is missing or that file has changed.
 */
export async function installPythonTool(name, pipOptions = []) {
  const folder = path.join(TOOLING, name);
  const stamp = path.join(folder, "installed");
  const requirements = path.join(ROOT, "scripts", name, "requirements.txt");
  const required = createHash("sha256").update(readFileSync(requirements)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === required) return folder;
  await step(`install ${name}`, async () => {
    mkdirSync(TOOLING, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    const output = { output: "stderr" };
    await must("Python's venv", run("python3", ["-m", "venv", folder], output));
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    const python = path.join(folder, "bin/python");
    await must("pip", run(python, [...pip, ...pipOptions, "--requirement", requirements], output));
  });
  writeFileSync(stamp, required);
  return folder;
}
