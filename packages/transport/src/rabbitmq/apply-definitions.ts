import { request } from "undici";

/**
 * Applies a definitions document to a broker. Existing objects stay; existing users get the
 * document's password and permissions.
 * @param managementUrl - must contain an administrator's credentials
 */
export async function applyDefinitions(managementUrl: string, definitions: object): Promise<void> {
  const { origin, username, password } = new URL(managementUrl);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const { statusCode, body } = await request(`${origin}/api/definitions`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(definitions),
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`RabbitMQ refused the definitions: status ${statusCode}`);
}
