import type { Logger } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls } from "@veil/service-kit/tls";
import type { ClientConfig } from "pg";

/**
 * URL parameters with the names of TLS files (PostgreSQL documentation, "Parameter Key Words"). The
 * driver's own handling of them is different.
 */
const PARAMETERS = { caFile: "sslrootcert", certFile: "sslcert", keyFile: "sslkey" } as const;

/**
 * Converts a database URL to options of the driver. With `sslmode=verify-full`, the server is
 * authenticated. Without `sslmode`, or with `disable`, the connection is unencrypted. Other modes
 * are refused because they do not authenticate the server.
 * @throws TypeError for any other `sslmode`, ConfigurationError for unreadable or invalid files
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
  // Returns the original text, because formatting the URL could change its spelling.
  if (mode === undefined) return { connectionString: url, ssl: false };
  if (mode === "disable") return { connectionString: target.href, ssl: false };
  if (mode !== "verify-full") throw new TypeError("sslmode must be verify-full or disable");
  const files = Object.fromEntries(named.filter(([, file]) => file !== undefined));
  const source = openServerTls(files, "database", log);
  return { connectionString: target.href, ssl: connectOptions(source) };
}
