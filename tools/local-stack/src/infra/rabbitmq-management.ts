import { request } from "undici";

type Method = "GET" | "PUT" | "POST" | "DELETE";

/**
 * Calls the management API. `path` is relative to `/api`. A DELETE of a missing object succeeds.
 * @throws Error with status, method and path
 */
export type Manage = (method: Method, path: string, body?: object) => Promise<unknown>;

export function rabbitmqManagement(managementUrl: string, timeoutMs = 30_000): Manage {
  const { origin, username, password } = new URL(managementUrl);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return async (method, path, body) => {
    const answer = await request(`${origin}/api${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.body.text();
    const isMissing = method === "DELETE" && answer.statusCode === 404;
    if (answer.statusCode >= 300 && !isMissing)
      throw new Error(`RabbitMQ answered ${answer.statusCode} to ${method} ${path}: ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
}
