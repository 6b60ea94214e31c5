import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import type { CallPolicy, CallPolicyResponse } from "@veil/contracts/public/call-policy";
import { type AccountChange, accountEvent, type KeyCaller } from "../../accounts/index.ts";
import type { TextScans } from "../../calls/index.ts";
import { requireCleanSystem } from "./sdk-call.ts";

/**
 * Returns whether values are restored in the answer. The request decides, or the key's policy if
 * the request does not. For keys of the free tier and developer keys, values are never restored.
 */
export function isRelinked(
  { tier, developer, callPolicy }: Pick<KeyCaller, "tier" | "developer" | "callPolicy">,
  asked: "true" | "false" | undefined,
): boolean {
  if (tier === "free" || developer) return false;
  return asked === undefined ? callPolicy?.relink === true : asked === "true";
}

/**
 * Checks the system prompt of a call policy.
 * @throws ApiError `invalid_field`, `system_prompt_pii_detected`
 */
export async function requireUsablePolicy(
  scans: Pick<TextScans, "identifiers">,
  { mcp }: CallPolicy,
): Promise<void> {
  const prompt = mcp?.system_prompt;
  if (prompt === undefined) return;
  const { mode, text } = prompt;
  if (text === undefined && mode !== "forbid_client_system")
    throw new ApiError("invalid_field", `Field "mcp.system_prompt": the mode ${mode} needs a text`);
  if (text === undefined) return;
  await requireCleanSystem(scans, [{ text, field: "mcp.system_prompt.text" }]);
}

export function describeCallPolicy(policy: CallPolicy = {}): CallPolicyResponse {
  const { relink = false, tools = {}, extensions = [], mcp = {} } = policy;
  const { allowed = false, relink_tools = [] } = tools;
  return { relink, tools: { allowed, relink_tools }, extensions, mcp };
}

/**
 * Creates the event of a changed call policy. It contains what the policy allows, but no prompt
 * text.
 */
export function callPolicyEvent(
  keyId: string,
  policy: CallPolicy | undefined,
  change: AccountChange,
): AuditEvent {
  const { relink, tools, extensions, mcp } = describeCallPolicy(policy);
  const payload = {
    key_id: keyId,
    relink: String(relink),
    tools_allowed: String(tools.allowed),
    relink_tool_count: String(tools.relink_tools.length),
    ...(extensions.length > 0 && { extensions: extensions.join(",") }),
    ...(mcp.system_prompt !== undefined && { system_prompt_mode: mcp.system_prompt.mode }),
  };
  return accountEvent("CALL_POLICY_CHANGED", payload, change);
}
