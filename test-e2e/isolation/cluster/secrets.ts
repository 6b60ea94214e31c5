import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  at,
  type Manifest,
  parseManifests,
  REPOSITORY,
} from "../../support/deployment/manifests.ts";
import { command } from "../network/commands.ts";

/** An arbitrary key, because the simulator accepts every key. */
const LLM_API_KEY = "sk-ant-simulated";

export async function makeSecrets(folder: string): Promise<readonly Manifest[]> {
  const keyFile = path.join(folder, "llm-api-key");
  writeFileSync(keyFile, LLM_API_KEY, { mode: 0o600 });
  const program = path.join(REPOSITORY, "tools/local-stack/dist/commands/make-secrets.js");
  const args = [program, "kubernetes", "--llm-api-key-file", keyFile];
  return parseManifests(await command(process.execPath, args));
}

export function dataOf(
  objects: readonly Manifest[],
  kind: "ConfigMap" | "Secret",
  namespace: string | undefined,
  name: string,
): Readonly<Record<string, string>> {
  const found = objects.find(
    (object) =>
      object.kind === kind &&
      object.metadata.namespace === namespace &&
      object.metadata.name === name,
  );
  if (found === undefined) throw new Error(`There is no ${kind} ${namespace}/${name}`);
  return (at(found, "data") ?? at(found, "stringData") ?? {}) as Readonly<Record<string, string>>;
}

/** Writes the services' keys, as if an intruder had them. */
export function writeKeys(folder: string, objects: readonly Manifest[]): void {
  mkdirSync(path.join(folder, "keys"), { mode: 0o700 });
  for (const { kind, metadata } of objects) {
    const [, service] = /^(.+)-keys$/.exec(metadata.name) ?? [];
    if (kind !== "Secret" || service === undefined) continue;
    const data = dataOf(objects, "Secret", metadata.namespace, metadata.name);
    const { "keys.json": own } = data;
    if (own !== undefined) writeFileSync(path.join(folder, `keys/${service}.keys.json`), own);
    writeFileSync(path.join(folder, "keys/trust.json"), data["trust.json"] ?? "");
  }
}

/** The Redis user with which the tests read all data. */
export const REDIS_TESTER = { name: "tester", password: randomBytes(24).toString("hex") };

export function withRedisTester(secret: Manifest): Manifest {
  const users = at(secret, "stringData", "users.acl");
  if (typeof users !== "string") return secret;
  const { name, password } = REDIS_TESTER;
  const added = `user ${name} on >${password} ~* &* +@all\n`;
  return { ...secret, stringData: { "users.acl": users + added } };
}
