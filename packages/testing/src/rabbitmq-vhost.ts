import { randomBytes } from "node:crypto";
import { request } from "undici";

/** A virtual host, which isolates suites on a shared broker. */
export interface RabbitmqVhost {
  readonly name: string;
  readonly url: string;
  urlOf(options: {
    readonly user?: string;
    readonly password?: string;
    readonly port?: number;
  }): string;
  /**
   * Calls the management API, and replaces `{vhost}` in the path.
   * @throws Error on a status >= 400
   */
  api(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object): Promise<unknown>;
  /** Deletes the virtual host, and the users whose names begin with its name. */
  close(): Promise<void>;
}

export async function createRabbitmqVhost(
  managementUrl: string,
  amqpUrl: string,
): Promise<RabbitmqVhost> {
  const name = `veil-test-${randomBytes(6).toString("hex")}`;
  const { origin, username, password } = new URL(managementUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

  const api: RabbitmqVhost["api"] = async (method, path, body) => {
    const { statusCode, body: answer } = await request(origin + path.replace("{vhost}", name), {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode >= 400) throw new Error(`RabbitMQ management: ${method} gave ${statusCode}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const urlOf: RabbitmqVhost["urlOf"] = (options) => {
    const url = new URL(amqpUrl);
    url.pathname = `/${name}`;
    if (options.user !== undefined) url.username = options.user;
    if (options.password !== undefined) url.password = options.password;
    if (options.port !== undefined) url.port = String(options.port);
    return url.href;
  };

  await api("PUT", "/api/vhosts/{vhost}");
  const all = { configure: ".*", write: ".*", read: ".*" };
  await api("PUT", `/api/permissions/{vhost}/${username}`, all);
  return {
    name,
    url: urlOf({}),
    urlOf,
    api,
    async close() {
      await api("DELETE", "/api/vhosts/{vhost}");
      const users = (await api("GET", "/api/users")) as readonly { readonly name: string }[];
      for (const user of users)
        if (user.name.startsWith(name)) await api("DELETE", `/api/users/${user.name}`);
    },
  };
}
