import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { checkedJson } from "@veil/contracts/parsing";
import { SERVICE_NAMES } from "@veil/crypto";
import { Type } from "typebox";
import { FAULT_KINDS, SERVERS } from "../faults/fault.ts";
import type { RoundResult } from "./round-result.ts";

/** The finished rounds of a run, so that it can go on after an interruption. */
export interface KeptRun {
  readonly seed: string;
  readonly profile: string;
  readonly targets: readonly string[];
  readonly results: readonly RoundResult[];
}

const parse = checkedJson(
  Type.Unsafe<KeptRun>(
    Type.Object({
      seed: Type.String(),
      profile: Type.String(),
      targets: Type.Array(Type.String()),
      results: Type.Array(
        Type.Object({
          round: Type.Integer(),
          fault: Type.Object({
            target: Type.Enum([...SERVICE_NAMES, ...SERVERS]),
            kind: Type.Enum([...FAULT_KINDS]),
            afterMs: Type.Number(),
            lastsMs: Type.Number(),
            clockS: Type.Number(),
          }),
          sent: Type.Integer(),
          accepted: Type.Integer(),
          failures: Type.Record(Type.String(), Type.Integer()),
          // JSON omits it for a stack that did not recover.
          recoveredMs: Type.Optional(Type.Number()),
          discrepancies: Type.Integer(),
        }),
      ),
    }),
  ),
);

function keptFile(out: string): string {
  return `${out}.rounds.json`;
}

/** @throws Error when the run was not kept, or its file is not what `keepRun` writes */
export function readRun(out: string): KeptRun {
  const file = keptFile(out);
  if (!existsSync(file)) throw new Error(`--resume: ${file} does not exist`);
  return parse(readFileSync(file));
}

/** Writes the run in one step, so that an interruption leaves the last or the new state. */
export function keepRun(out: string, run: KeptRun): void {
  const file = keptFile(out);
  writeFileSync(`${file}.new`, `${JSON.stringify(run, undefined, 1)}\n`);
  renameSync(`${file}.new`, file);
}
