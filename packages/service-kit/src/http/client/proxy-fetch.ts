import { fetch, ProxyAgent } from "undici";

/**
 * Returns `fetch` through a proxy, for libraries that bring their own requests. The proxy resolves
 * all names.
 */
export function createProxyFetch(
  proxyUrl: string,
): (url: string, options: object) => Promise<Response> {
  const dispatcher = new ProxyAgent(proxyUrl);
  return async (url, options) =>
    // Both declare the same standard, in types that do not match.
    (await fetch(url, { ...options, dispatcher })) as unknown as Response;
}
