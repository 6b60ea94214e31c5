import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ed25519PrivateKey, ed25519PublicKey } from "@veil/crypto";
import type { ReleaseIndex } from "@veil/release";
import { writeSmallRelease } from "@veil/release-maker/small-release";
import { type Captured, captured } from "../../program/captured.contract.ts";

export const RELEASE_KEY = ed25519PrivateKey(Buffer.alloc(32, 7));

export interface TestRelease {
  /** A folder for files of the test. The release is in `good`, and its key in `release.pub`. */
  readonly folder: string;
  readonly index: ReleaseIndex;
  at(...names: string[]): string;
  verify(release: string, ...more: string[]): Promise<Captured>;
}

/** Writes a signed release for tests of the command, with the keys of two maintainers. */
export async function createTestRelease(): Promise<TestRelease> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-release-"));
  const at = (...names: string[]) => path.join(folder, ...names);
  const index = await writeSmallRelease(at("good"), { work: at("work"), key: RELEASE_KEY });
  writeFileSync(at("release.pub"), publicPem(7));
  writeFileSync(at("other.pub"), publicPem(8));
  const verify = (release: string, ...more: string[]) =>
    captured("release", "verify", release, "--public-key", at("release.pub"), ...more);
  return { folder, index, at, verify };
}

function publicPem(seed: number): string {
  const publicKey = ed25519PublicKey(ed25519PrivateKey(Buffer.alloc(32, seed)));
  return String(publicKey.export({ type: "spki", format: "pem" }));
}
