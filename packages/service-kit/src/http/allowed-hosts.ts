const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/**
 * Returns the allowed Host headers. On loopback, where pages in a browser can send requests to the
 * server (DNS rebinding), it allows the names of loopback, of the public address, and those of the
 * setting. Elsewhere it allows those of the setting, or any: a proxy in front knows its hosts, and
 * probes send the address of a pod.
 */
export function allowedHosts(
  { host, port }: { readonly host: string; readonly port: number },
  named: readonly string[] = [],
  publicBaseUrl = "",
): readonly string[] | undefined {
  if (!LOOPBACK.test(host)) return named.length === 0 ? undefined : named;
  // Clients leave out a default port; 0 is a port that is not known yet.
  const at = [0, 80, 443].includes(port) ? "" : `:${port}`;
  const own = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}${at}`);
  return [...own, ...named, ...(URL.canParse(publicBaseUrl) ? [new URL(publicBaseUrl).host] : [])];
}
