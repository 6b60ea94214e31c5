import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { RoundResult } from "./round-result.ts";

/** The finished rounds of a run, so that it can go on after an interruption. */
export interface KeptRun {
  readonly seed: string;
  readonly profile: string;
  readonly targets: readonly string[];
  readonly results: readonly RoundResult[];
}

function keptFile(out: string): string {
  return `${out}.rounds.json`;
}

/** @throws Error when the run was not kept */
export function readRun(out: string): KeptRun {
  const file = keptFile(out);
  if (!existsSync(file)) throw new Error(`--resume: ${file} does not exist`);
  return JSON.parse(readFileSync(file, "utf8")) as KeptRun;
}

/** Writes the run in one step, so that an interruption leaves the last or the new state. */
export function keepRun(out: string, run: KeptRun): void {
  const file = keptFile(out);
  writeFileSync(`${file}.new`, `${JSON.stringify(run, undefined, 1)}\n`);
  renameSync(`${file}.new`, file);
}
