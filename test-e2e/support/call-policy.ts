import { readFileSync } from "node:fs";
import path from "node:path";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { Scenario } from "./scenario.ts";

/** Creates a customer without managed AI whose key has the call policy. @returns the key */
export async function allowForKey(scenario: Scenario, policy: CallPolicy): Promise<string> {
  const { apiKey } = await scenario.customer({ tier: "enterprise", managedAi: false });
  await setCallPolicy(scenario, apiKey, policy);
  return apiKey;
}

/** Sets the call policy of a customer's first key. */
export async function setCallPolicy(
  { stack, gateway }: Pick<Scenario, "stack" | "gateway">,
  apiKey: string,
  body: CallPolicy,
): Promise<void> {
  const adminKey = readFileSync(path.join(stack.stateDir, "admin-key"), "utf8").trim();
  const [, id = ""] = /^svc_(.{8})/.exec(apiKey) ?? [];
  const { status, text } = await gateway.call({
    method: "PUT",
    path: `/api/v1/admin/keys/${id}/call-policy`,
    headers: { "x-admin-key": adminKey },
    body,
  });
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
}
