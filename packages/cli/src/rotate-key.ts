import path from "node:path";
import {
  type KeyPurpose,
  type PrincipalName,
  parseTrustBundle,
  type RandomBytes,
  systemRandomBytes,
} from "@veil/crypto";
import { type RotatingFiles, type RotationStep, rotateKey } from "@veil/veil";
import {
  keyFile,
  keyFileOf,
  keysIn,
  pinsIn,
  requirePrivateFolder,
  trustFile,
  writeInto,
} from "./key-folder.ts";

export interface RotateOptions {
  readonly service: PrincipalName;
  readonly purpose: KeyPurpose;
  readonly step: RotationStep;
  readonly ended?: string | undefined;
  readonly nowMs: number;
  readonly random?: RandomBytes;
}

/**
 * Moves one key one step further. Each file keeps its old content or gets its new one. A key is in
 * its owner's file before the bundle pins it, and the bundle retires it before its private half is
 * removed; after an interruption the same step does the rest.
 * @returns the paths of the files that it changed; none when the step had been done
 * @throws Error when the step before has not been done, or other users may write into `folder`;
 * VerificationError for a malformed file
 */
export async function rotateKeyIn(
  folder: string,
  { service, purpose, step, ended, nowMs, random = systemRandomBytes }: RotateOptions,
): Promise<readonly string[]> {
  await requirePrivateFolder(folder);
  const before: RotatingFiles = {
    own: await keysIn(path.join(folder, keyFileOf(service)), service),
    trust: { version: 1, keys: await pinsIn(folder) },
  };
  const now = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const after = rotateKey(before, { purpose, step, now, ended, random });
  const files = [keyFile(after.own), trustFile(after.trust)];
  // Never writes a bundle that no service could read.
  parseTrustBundle(trustFile(after.trust).content);
  const earlier = new Set(
    [keyFile(before.own), trustFile(before.trust)].map(({ content }) => content),
  );
  const changed = files.filter(({ content }) => !earlier.has(content));
  for (const file of step === "retire" ? changed.toReversed() : changed)
    await writeInto(folder, file);
  return changed.map(({ name }) => path.join(folder, name));
}
