import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type NoteKey, parseVkey, vkeyText } from "@veil/veil/log";

interface IndependentWitness {
  readonly address: { readonly url: string; readonly key: NoteKey };
  /** Returns the number of inconsistencies that the witness has recorded for the log. */
  evidence(): Promise<number>;
  close(): Promise<void>;
}

const NAME = "witness.example/aics";

/** Starts the third-party witness aics-witness (PyPI) as a process. */
export async function startIndependentWitness(
  python: string,
  log: NoteKey,
): Promise<IndependentWitness> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-aics-witness-"));
  const config = ["--config", path.join(folder, "witness.json")];
  const env = { HOME: folder, PYTHONDONTWRITEBYTECODE: "1" };
  const run = async (command: string, ...args: string[]) => {
    const program = ["-m", "aics_witness", command, ...config, ...args];
    return (await promisify(execFile)(python, program, { cwd: folder, env })).stdout;
  };
  const vkey = (await run("init", "--name", NAME, "--listen", "127.0.0.1:0")).trim();
  await run("add-log", "--origin", log.name, "--vkey", vkeyText(log));
  const child = spawn(python, ["-m", "aics_witness", "serve", ...config], {
    ...{ cwd: folder, env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await listeningUrl(child);
  return {
    address: { url, key: parseVkey(vkey) },
    async evidence() {
      const status = JSON.parse(await run("status", "--json"));
      return status.logs[0].evidence;
    },
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listeningUrl({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error("Test: no output");
  let said = "";
  for await (const line of createInterface(stderr)) {
    const [, url] = /listening on (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
    said += `${line}\n`;
  }
  throw new Error(`Test: the witness ended: ${said}`);
}
