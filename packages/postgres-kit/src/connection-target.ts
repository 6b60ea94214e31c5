import type { Logger } from "@veil/telemetry";
import { connectOptions, openServerTls } from "@veil/tls";
import type { ClientConfig } from "pg";

/** libpq's names (PostgreSQL documentation, "Parameter Key Words"). The driver reads them in its own way. */
const PARAMETERS = { caFile: "sslrootcert", certFile: "sslcert", keyFile: "sslkey" } as const;

/**
 * Where to connect, and how: with `sslmode=verify-full` in the URL the server must speak TLS and present a
 * certificate for the URL's host from the authority in `sslrootcert`, or one that Node knows; `sslcert` and
 * `sslkey` name a certificate to present. The files are looked into at each connection. Without `sslmode`, or
 * with `disable`, the connection is plain; nothing in between is taken, because it protects from nobody who
 * can answer for the server.
 *
 * @throws TypeError for another `sslmode`, ConfigurationError for files that are not good.
 */
export function connectionTarget(
  url: string,
  log?: Logger,
): Required<Pick<ClientConfig, "connectionString" | "ssl">> {
  if (!URL.canParse(url)) return { connectionString: url, ssl: false };
  const target = new URL(url);
  const take = (name: string) => {
    const value = target.searchParams.get(name) ?? undefined;
    target.searchParams.delete(name);
    return value;
  };
  const mode = take("sslmode");
  const named = Object.entries(PARAMETERS).map(([kind, name]) => [kind, take(name)] as const);
  // A URL that says nothing of it stays as it is: written anew it is spelled differently.
  if (mode === undefined) return { connectionString: url, ssl: false };
  if (mode === "disable") return { connectionString: target.href, ssl: false };
  if (mode !== "verify-full") throw new TypeError("sslmode must be verify-full or disable");
  const files = Object.fromEntries(named.filter(([, file]) => file !== undefined));
  const source = openServerTls(files, "database", log);
  return { connectionString: target.href, ssl: connectOptions(source) };
}
