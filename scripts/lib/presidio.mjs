import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT, TOOLING } from "./root.mjs";
import { must, run } from "./run.mjs";
import { step } from "./step.mjs";

const FOLDER = path.join(TOOLING, "presidio");
const PYTHON = path.join(FOLDER, "bin/python");
const STAMP = path.join(FOLDER, "installed");
const REQUIREMENTS = path.join(ROOT, "scripts/presidio/requirements.txt");
const SERVER = path.join(ROOT, "scripts/presidio/server.py");
const START_MS = 120_000;

export async function installPresidio() {
  const required = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === required) return;
  await step("install Presidio", async () => {
    mkdirSync(TOOLING, { recursive: true });
    rmSync(FOLDER, { recursive: true, force: true });
    const output = { output: "stderr" };
    await must("Python's venv", run("python3", ["-m", "venv", FOLDER], output));
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    await must("pip", run(PYTHON, [...pip, "--requirement", REQUIREMENTS], output));
  });
  writeFileSync(STAMP, required);
}

/** Ends with this process at the latest. @throws Error when it does not start */
export async function startPresidio() {
  const child = spawn(PYTHON, [SERVER, "0"], {
    stdio: ["pipe", "pipe", "pipe"],
    // numpy and spaCy get one core, like a worker of a server.
    env: { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" },
  });
  const said = [];
  child.stderr.on("data", (chunk) => void (said.length < 100 && said.push(chunk)));
  const url = await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_MS);
    const answer = (line) => {
      clearTimeout(timer);
      resolve(line);
    };
    createInterface({ input: child.stdout }).once("line", answer);
    child.once("error", () => answer(undefined));
    child.once("exit", () => answer(undefined));
  });
  if (url === undefined) {
    child.kill("SIGKILL");
    throw new Error(`Presidio has not started: ${Buffer.concat(said).toString().slice(-2_000)}`);
  }
  return { url, stop: () => void child.kill("SIGKILL") };
}
