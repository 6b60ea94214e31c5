import type { Logger } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls } from "@veil/service-kit/tls";
import type { ClientConfig } from "pg";

/** PostgreSQL documentation, "Parameter Key Words". The driver treats them differently. */
const PARAMETERS = { caFile: "sslrootcert", certFile: "sslcert", keyFile: "sslkey" } as const;

/**
 * `sslmode=verify-full` authenticates the server; no `sslmode`, or `disable`, is a plain connection. Other modes do
 * not authenticate the server, and are refused.
 * @throws TypeError for another `sslmode`, ConfigurationError for unreadable or invalid files
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
  // Formatting the URL again would change its spelling.
  if (mode === undefined) return { connectionString: url, ssl: false };
  if (mode === "disable") return { connectionString: target.href, ssl: false };
  if (mode !== "verify-full") throw new TypeError("sslmode must be verify-full or disable");
  const files = Object.fromEntries(named.filter(([, file]) => file !== undefined));
  const source = openServerTls(files, "database", log);
  return { connectionString: target.href, ssl: connectOptions(source) };
}
