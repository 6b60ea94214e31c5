import { ApiError } from "@veil/contracts/errors";
import type { TextScans } from "../../calls/index.ts";
import type { SdkCall } from "./sdk-call.ts";

/**
 * Personal data belongs in the turns of the user, so the gateway refuses what it recognizes for
 * sure in a system prompt. The error names the types, no value.
 * @throws ApiError `system_prompt_pii_detected`
 */
export async function requireCleanSystem(
  scans: Pick<TextScans, "identifiers">,
  { messages }: Pick<SdkCall["content"], "messages">,
): Promise<void> {
  const parts = messages.filter(({ role }) => role === "system").flatMap((turn) => turn.parts);
  const texts = parts.filter((part) => typeof part === "string");
  const found = await Promise.all(texts.map((text) => scans.identifiers(text)));
  const types = [...new Set(found.flat())];
  if (types.length === 0) return;
  throw new ApiError("system_prompt_pii_detected", "The system prompt contains personal data", {
    hint: `Found: ${types.join(", ")}. Move personal data into the messages of the user`,
  });
}
