const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/**
 * What a request's Host may be. On loopback, where every page in a browser of this machine can send requests to, the names
 * of loopback, that of the public address and those that are set. Elsewhere those that are set, or any: there a proxy in
 * front knows its hosts.
 */
export function allowedHosts(
  { host, port }: { readonly host: string; readonly port: number },
  named: readonly string[] = [],
  publicBaseUrl = "",
): readonly string[] | undefined {
  if (!LOOPBACK.test(host)) return named.length === 0 ? undefined : named;
  // Clients leave a default port out; 0 stands for one that is not known yet.
  const at = [0, 80, 443].includes(port) ? "" : `:${port}`;
  const own = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}${at}`);
  return [...own, ...named, ...(URL.canParse(publicBaseUrl) ? [new URL(publicBaseUrl).host] : [])];
}
