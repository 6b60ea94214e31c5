import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { createDatabase, dropDatabase } from "@veil/postgres-kit";
import { keptSecret } from "../../kept-secret.ts";

export interface DatabaseAccess {
  readonly ownerUrl: string;
  readonly runtimeUrl: string;
  readonly adminUrl: string;
  drop(): Promise<void>;
}

interface DatabaseOptions {
  readonly adminUrl: string;
  /** The first part of the roles `<name>_owner` and `<name>_app` that the migrations use. */
  readonly name: "gateway" | "audit";
  /** A prefix that distinguishes stacks on one server. */
  readonly prefix: string;
  readonly secretsDir: string;
}

/**
 * Creates a database with logins for this stack only. They become members of the roles in the
 * migrations, which all stacks on a server share because roles belong to a whole server.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseAccess> {
  const { adminUrl, name, prefix, secretsDir } = options;
  const database = `${prefix}_${name}`;
  const roleOf = (kind: "owner" | "app") => {
    const login = `${database}_${kind}`;
    const password = keptSecret(path.join(secretsDir, login), () =>
      randomBytes(24).toString("base64url"),
    );
    return { role: `${name}_${kind}`, login, password };
  };
  const owner = roleOf("owner");
  const app = roleOf("app");
  const { ownerUrl, runtimeUrls } = await createDatabase({
    adminUrl,
    database,
    owner,
    runtime: [app],
  });
  return {
    ownerUrl,
    runtimeUrl: runtimeUrls[0] ?? "",
    adminUrl: withDatabase(adminUrl, database),
    async drop() {
      await dropDatabase(adminUrl, database, [owner.login, app.login]);
      for (const { login } of [owner, app]) rmSync(path.join(secretsDir, login), { force: true });
    },
  };
}

function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
