import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import type { Cli } from "./cli.ts";
import { runCli } from "./run-cli.ts";

export interface Captured {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command in this process, without configuration and terminal and with an empty input,
 * unless `changes` contains others.
 */
export async function capturedWith(changes: Partial<Cli>, ...args: string[]): Promise<Captured> {
  const printed = { out: "", err: "" };
  const code = await runCli({
    args,
    env: {},
    home: tmpdir(),
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    input: () => Readable.from([]),
    readInput: async () => new Uint8Array(),
    terminal: { input: false, errors: false },
    interrupted: new AbortController().signal,
    sleep: async () => {},
    ...changes,
  });
  return { code, ...printed };
}

export function captured(...args: readonly string[]): Promise<Captured> {
  return capturedWith({}, ...args);
}
