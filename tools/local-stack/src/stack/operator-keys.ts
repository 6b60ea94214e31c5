import { randomBytes } from "node:crypto";
import path from "node:path";
import { keptSecret } from "../kept-secret.ts";

const FILES = { ADMIN_KEYS_FILE: "admin-key", WEBSITE_KEYS_FILE: "website-key" } as const;

type OperatorKeyFiles = Readonly<Record<keyof typeof FILES, string>>;

/** Returns the files with a stack's keys for administrators and for the website. */
export function operatorKeyFiles(stateDir: string): OperatorKeyFiles {
  return {
    ADMIN_KEYS_FILE: path.join(stateDir, FILES.ADMIN_KEYS_FILE),
    WEBSITE_KEYS_FILE: path.join(stateDir, FILES.WEBSITE_KEYS_FILE),
  };
}

/**
 * Creates the operators' keys on the first start. A lost key is replaced, because no stored data
 * depends on it.
 */
export function keepOperatorKeys(stateDir: string): void {
  for (const file of Object.values(operatorKeyFiles(stateDir)))
    keptSecret(file, () => randomBytes(32).toString("base64url"));
}
