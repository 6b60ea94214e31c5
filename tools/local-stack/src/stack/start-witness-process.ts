import { mkdirSync } from "node:fs";
import path from "node:path";
import { loadServiceKeys, systemRandomBytes } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { vkeyText } from "@veil/veil/log";
import { createWitnessKey, readWitnessKey } from "@veil/veil-witness";
import { keptSecret } from "../kept-secret.ts";
import type { PortBlock } from "../ports/port-block.ts";
import { ManagedProcess } from "../process/managed-process.ts";
import { mainModule } from "../repository-root.ts";
import type { Supervision } from "./start-simulator-process.ts";

interface WitnessProcessOptions extends Supervision {
  readonly stateDir: string;
  /** The folder with the keys of `audit`, the service whose log the witness cosigns. */
  readonly auditKeys: string;
  readonly ports: PortBlock;
}

export interface WitnessProcess {
  /** The value of the audit service's setting `WITNESSES`. */
  readonly setting: string;
  /** The public key of the witness, as verifiers pin it. */
  readonly key: string;
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

const NAME = "veil-witness";
const ORIGIN = "veil-gateway/audit";
const STOP_MS = 1_000;

/**
 * Starts the witness in a separate process, because a real witness belongs to another organization.
 * Nothing waits for the witness, because appends do not depend on it.
 */
export async function startWitnessProcess(options: WitnessProcessOptions): Promise<WitnessProcess> {
  const { stateDir, auditKeys, ports, ...supervision } = options;
  const folder = path.join(stateDir, "witness");
  const state = path.join(folder, "state");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const keyFile = path.join(folder, "key.json");
  const json = keptSecret(keyFile, () =>
    createWitnessKey("localhost/witness", systemRandomBytes).trim(),
  );
  const { key } = loadServiceKeys(auditKeys, "audit").signing("checkpoint");
  const log = vkeyText(createNoteSigner(ORIGIN, "ed25519", key).key);
  const port = await ports.next();
  const files = ["--key", keyFile, "--state", state, "--log", log];
  const witness = new ManagedProcess({
    name: NAME,
    args: [mainModule("packages/veil-witness"), "serve", ...files, "--listen", `127.0.0.1:${port}`],
    env: {},
    logFile: path.join(stateDir, "logs", `${NAME}.log`),
    ...supervision,
  });
  witness.start();
  const publicKey = vkeyText(readWitnessKey(json).key);
  return {
    setting: `http://127.0.0.1:${port} ${publicKey}`,
    key: publicKey,
    pid: () => witness.pid,
    stop: () => witness.stop(STOP_MS),
  };
}
