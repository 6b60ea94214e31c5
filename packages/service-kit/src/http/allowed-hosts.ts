const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/**
 * Returns the Host headers that a server accepts; undefined means all. On a loopback address, these
 * are the loopback names, the public host, and the configured names, because a web page in a local
 * browser could otherwise send requests to the server (DNS rebinding). On other addresses, these
 * are the configured names, or all if there are none: a proxy in front checks the host, and probes
 * use a pod's IP address.
 */
export function allowedHosts(
  { host, port }: { readonly host: string; readonly port: number },
  named: readonly string[] = [],
  publicBaseUrl = "",
): readonly string[] | undefined {
  if (!LOOPBACK.test(host)) return named.length === 0 ? undefined : named;
  // Clients omit a default port. Port 0 means that the port is not known yet.
  const at = [0, 80, 443].includes(port) ? "" : `:${port}`;
  const own = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}${at}`);
  return [...own, ...named, ...(URL.canParse(publicBaseUrl) ? [new URL(publicBaseUrl).host] : [])];
}
