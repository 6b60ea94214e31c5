import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { systemRandomBytes, VerificationError } from "@veil/crypto";
import { parseVkey, vkeyText } from "@veil/veil/log";
import { createWitness } from "./add-checkpoint.ts";
import { createWitnessKey, readWitnessKey } from "./key-file.ts";
import { createWitnessServer } from "./serve.ts";
import { openStateFolder } from "./state-folder.ts";

const HELP = `veil-witness: cosigns the checkpoints of logs that only grow (C2SP tlog-witness)

  veil-witness init  --name NAME --key FILE --state FOLDER
      creates the key and the folder, and prints the public key for those who trust this witness
  veil-witness serve --key FILE --state FOLDER --log VKEY [--log VKEY ...] [--listen HOST:PORT]
      answers POST /add-checkpoint, on 127.0.0.1:8090 unless --listen says otherwise

A witness whose state was lost must not go on with its key: it could cosign a log that was rolled back. Make a new one.
`;

/** An error in the command line. Its message contains no value. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

type Print = (line: string) => void;

export async function runWitness(args: readonly string[], print: Print): Promise<void> {
  const [command, ...rest] = args;
  if (command === undefined || args.includes("--help")) return print(HELP);
  if (command === "init") return init(rest, print);
  if (command === "serve") return await serve(rest, print);
  throw new UsageError("the command is init or serve");
}

function init(args: readonly string[], print: Print): void {
  const { name, key, state } = options(args);
  if (name === undefined || key === undefined || state === undefined)
    throw new UsageError("init takes --name, --key and --state");
  const json = createWitnessKey(name, systemRandomBytes);
  mkdirSync(state, { mode: 0o700 });
  writeFileSync(key, json, { mode: 0o600, flag: "wx" });
  print(`${vkeyText(readWitnessKey(json).key)}\n`);
}

async function serve(args: readonly string[], print: Print): Promise<void> {
  const { key, state, log = [], listen = "127.0.0.1:8090" } = options(args);
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (key === undefined || state === undefined || log.length === 0 || host === undefined)
    throw new UsageError("serve takes --key, --state, --log and --listen HOST:PORT");
  if (!statSync(state).isDirectory()) throw new UsageError("--state is no folder: run init");
  const logs = log.map(parseVkey);
  const signer = readWitnessKey(readFileSync(key, "utf8"));
  const states = openStateFolder(state, [...new Set(logs.map(({ name }) => name))]);
  const say = (event: string, fields: object) =>
    print(`${JSON.stringify({ event, time: new Date().toISOString(), ...fields })}\n`);
  const server = createWitnessServer({
    addCheckpoint: createWitness({ logs, signer, states, nowMs: Date.now }),
    onRefused: ({ status }, body) =>
      say("refused", { status, body: Buffer.from(body).toString("utf8") }),
    onFailed: (error) => say("failed", { error: error instanceof Error ? error.name : "unknown" }),
  });
  server.listen(Number(port), host);
  await once(server, "listening");
  say("listening", { port: (server.address() as AddressInfo).port, key: vkeyText(signer.key) });
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  server.close();
  server.closeIdleConnections();
}

function options(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ name: text, key: text, state: text, listen: text },
        log: { type: "string", multiple: true },
      },
    }).values;
  } catch {
    throw new UsageError("unknown option");
  }
}

/** Returns a message for the user, without data from the user's files. */
export function problemOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof VerificationError) return error.message;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `file or address: ${code}` : "the state cannot be read";
}
