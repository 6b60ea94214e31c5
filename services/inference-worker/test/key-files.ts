import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Files of the right form, for a service of that name; what is in them does not matter here. */
export function keyFiles(service: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-worker-"));
  const write = (name: string, content: object) => {
    writeFileSync(path.join(folder, name), JSON.stringify(content));
    return path.join(folder, name);
  };
  return {
    KEY_FILE: write("keys.json", { service, keys: [] }),
    TRUST_FILE: write("trust.json", { version: 1, keys: [] }),
  };
}
