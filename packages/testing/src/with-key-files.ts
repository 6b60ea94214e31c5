import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PrincipalName } from "@veil/crypto";
import type { TestTrust } from "./test-trust.ts";

type KeyFiles = Readonly<Record<"KEY_FILE" | "TRUST_FILE", string>>;

/** Writes the key files of a service for `read`, and deletes them afterwards. */
export function withKeyFiles<T>(
  { keyFileOf, trustFile }: Pick<TestTrust, "keyFileOf" | "trustFile">,
  service: PrincipalName,
  read: (files: KeyFiles) => T,
): T {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-key-files-"));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  try {
    return read({
      KEY_FILE: write("keys.json", keyFileOf(service)),
      TRUST_FILE: write("trust.json", trustFile),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
