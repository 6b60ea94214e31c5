import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { writeComposeSecrets } from "./compose-secrets.ts";

test("Any user can read the secret files that containers mount, but on the host only their owner can enter the folder", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "veil-compose-"));
  const before = process.umask(0o077);
  try {
    const folder = path.join(parent, "compose");
    writeComposeSecrets(folder, { redis: { "users.acl": "user default off" } });
    const mode = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
    expect(readdirSync(folder)).toEqual(["redis"]);
    expect(mode(".")).toBe(0o700);
    expect(mode("redis/users.acl")).toBe(0o444);
    expect(() => writeComposeSecrets(folder, {})).toThrow("exists");
  } finally {
    process.umask(before);
    rmSync(parent, { recursive: true });
  }
});
