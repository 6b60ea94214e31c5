import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { installPythonTool } from "./python-tools.mjs";
import { ROOT, TOOLING } from "./root.mjs";

const PYTHON = path.join(TOOLING, "presidio/bin/python");
const SERVER = path.join(ROOT, "scripts/presidio/server.py");
const START_MS = 120_000;

export async function installPresidio() {
  await installPythonTool("presidio");
}

/** Starts Presidio, which exits when this process does. @throws Error if Presidio cannot start */
export async function startPresidio() {
  const child = spawn(PYTHON, [SERVER, "0"], {
    stdio: ["pipe", "pipe", "pipe"],
    // Limits numpy and spaCy to one core, because one worker of a server would have one.
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
