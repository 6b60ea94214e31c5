import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { loadServiceKeys, systemRandomBytes } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { vkeyText } from "@veil/veil/log";
import {
  createWitness,
  createWitnessKey,
  createWitnessServer,
  openStateFolder,
  readWitnessKey,
} from "@veil/veil-witness";
import type { Manifest } from "../../support/deployment/manifests.ts";
import { at } from "../../support/deployment/manifests.ts";
import { dataOf } from "../cluster/secrets.ts";

export const WITNESS_HOST = "witness.example.org";
const ORIGIN = "veil-gateway/audit";

export interface OutsideWitness {
  readonly port: number;
  /** The value of the audit service's setting `WITNESSES`. */
  readonly setting: string;
  /** The request bodies that the witness has received. */
  readonly received: readonly string[];
  close(): void;
}

/** Starts a witness for the log that the audit service signs with its key from these secrets. */
export async function startWitness(
  folder: string,
  secrets: readonly Manifest[],
): Promise<OutsideWitness> {
  const { "keys.json": keys = "" } = dataOf(secrets, "Secret", "veil-audit", "audit-keys");
  const { key } = loadServiceKeys(keys, "audit").signing("checkpoint");
  const log = createNoteSigner(ORIGIN, "ed25519", key).key;
  const signer = readWitnessKey(createWitnessKey(`${WITNESS_HOST}/w1`, systemRandomBytes));
  const state = path.join(folder, "witness");
  mkdirSync(state, { mode: 0o700 });
  const states = openStateFolder(state, [log.name]);
  const add = createWitness({ logs: [log], signer, states, nowMs: Date.now });
  const received: string[] = [];
  const server = createWitnessServer({
    async addCheckpoint(body) {
      received.push(Buffer.from(body).toString());
      return await add(body);
    },
    onRefused: ({ status }) => process.stderr.write(`The witness refused: ${status}\n`),
    onFailed: (error) => process.stderr.write(`The witness failed: ${String(error)}\n`),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    setting: `https://${WITNESS_HOST}/ ${vkeyText(signer.key)}`,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sets the audit service's witness and the only host that its proxy allows, as an overlay does. */
export function withWitness(object: Manifest, { setting }: OutsideWitness): Manifest {
  if (object.kind !== "ConfigMap" || object.metadata.namespace !== "veil-audit") return object;
  const data = { ...(at(object, "data") as Record<string, string>) };
  if ("WITNESSES" in data) data["WITNESSES"] = setting;
  if ("allowed-hosts" in data) data["allowed-hosts"] += `${WITNESS_HOST}\n`;
  return { ...object, data };
}
