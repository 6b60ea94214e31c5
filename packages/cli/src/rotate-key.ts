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
 * Performs one step of a key rotation in a folder. Each file has either its old or its new content.
 * A key is in its owner's file before the bundle pins it, and the bundle retires it before its
 * private key is removed. After an interruption, the same step completes the rest.
 * @returns the paths of the changed files; empty when the step was already done
 * @throws Error when the previous step has not been done, or `folder` is writable by other users;
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
  // Makes sure that services can read the new bundle before it is written.
  parseTrustBundle(trustFile(after.trust).content);
  const earlier = new Set(
    [keyFile(before.own), trustFile(before.trust)].map(({ content }) => content),
  );
  const changed = files.filter(({ content }) => !earlier.has(content));
  for (const file of step === "retire" ? changed.toReversed() : changed)
    await writeInto(folder, file);
  return changed.map(({ name }) => path.join(folder, name));
}
