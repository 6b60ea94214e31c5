import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { REPOSITORY } from "../deployment/manifests.ts";

const VEIL = path.join(REPOSITORY, "packages/cli/bin/veil.js");

export interface EndedProcess {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly child: ChildProcess;
  /** Returns what the command has printed to standard error so far. */
  readonly errors: () => string;
  readonly ended: Promise<EndedProcess>;
}

interface Given {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Starts the command `veil` in a separate process, with only the given variables. */
export function startVeil(args: readonly string[], { env, input = "" }: Given): Started {
  const child = spawn(process.execPath, [VEIL, ...args], {
    env: { HOME: "/nonexistent", ...env },
    stdio: "pipe",
  });
  let err = "";
  child.stderr.on("data", (piece: Buffer) => {
    err += piece.toString();
  });
  child.stdin.end(input);
  const ended = Promise.all([once(child, "close"), text(child.stdout)]).then(
    ([[code], out]): EndedProcess => ({ code: code as number | null, out, err }),
  );
  return { child, errors: () => err, ended };
}

export function veil(args: readonly string[], given: Given): Promise<EndedProcess> {
  return startVeil(args, given).ended;
}
