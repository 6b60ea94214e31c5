import type { Logger } from "@veil/telemetry";
import { connectOptions, openServerTls } from "@veil/tls";
import type { ClientConfig } from "pg";

/** Source: PostgreSQL documentation, "Parameter Key Words". The driver treats them differently. */
const PARAMETERS = { caFile: "sslrootcert", certFile: "sslcert", keyFile: "sslkey" } as const;

/**
 * The driver's options for a URL. With `sslmode=verify-full` the server must present a certificate for the URL's
 * host from the authority in `sslrootcert`, or from one that Node trusts; `sslcert` and `sslkey` name the client
 * certificate. The files are read at each connection. Without `sslmode`, or with `disable`, the connection is
 * plain. Other modes are refused: they do not authenticate the server.
 *
 * @throws TypeError for another `sslmode`, ConfigurationError for unreadable or invalid files.
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
