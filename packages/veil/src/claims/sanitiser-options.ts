import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import type { ItemValue } from "./claim-items.ts";

/**
 * Returns what the sanitiser receives in addition to texts, including deny lists, which also
 * contain personal data. Both ends of the edge use it.
 */
export function sanitiserOptions({
  language,
  policy,
  lists,
  shield,
}: Pick<SanitiseRequest, "language" | "policy" | "lists" | "shield">): ItemValue {
  const names = lists?.map(({ id, version }) => [id, version]) ?? [];
  const options = [language ?? null, policy ?? null, names, shield ?? false];
  return { item: "options", class: "raw_context", value: JSON.stringify(options) };
}
