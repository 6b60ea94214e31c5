import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { request } from "undici";
import { writeSecret } from "../kept-secret.ts";
import { operatorKeyFiles } from "../stack/operator-keys.ts";
import type { Stack } from "../stack/stack.ts";
import { createDemoClient, type DemoClient } from "./demo-client.ts";

/** The checks search for it where it must not be. */
export const DEMO_EMAIL = "demo-customer@example.org";

export interface DemoAccess {
  readonly apiKey: string;
  readonly file: string;
  readonly client: DemoClient;
}

/**
 * Returns the key in `<stateDir>/demo-key`, or a new one if the gateway does not know it because
 * its data was deleted.
 */
export async function demoAccess(stack: Stack): Promise<DemoAccess> {
  const file = path.join(stack.stateDir, "demo-key");
  if (existsSync(file)) {
    const apiKey = readFileSync(file, "utf8").trim();
    const client = createDemoClient(stack.gatewayUrl, apiKey);
    if ((await client.usage()) !== undefined) return { apiKey, file, client };
  }
  const { apiKey } = await stack.provision({ tier: "pro", email: DEMO_EMAIL, managedAi: true });
  writeSecret(file, apiKey);
  return { apiKey, file, client: createDemoClient(stack.gatewayUrl, apiKey) };
}

/** Lets calls with the demonstration's key use tools. @throws Error when the gateway refuses it */
export async function allowTools(
  { gatewayUrl, stateDir }: Stack,
  { apiKey }: DemoAccess,
): Promise<void> {
  const [, keyId = ""] = /^svc_(.{8})/.exec(apiKey) ?? [];
  const adminKey = readFileSync(operatorKeyFiles(stateDir).ADMIN_KEYS_FILE, "utf8").trim();
  const { statusCode, body } = await request(
    `${gatewayUrl}/api/v1/admin/keys/${keyId}/call-policy`,
    {
      method: "PUT",
      headers: { "x-admin-key": adminKey, "content-type": "application/json" },
      body: JSON.stringify({ tools: { allowed: true } }),
    },
  );
  const answer = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode} from the gateway: ${answer}`);
}
