import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import type { ItemValue } from "./claim-items.ts";

/** What the sanitiser receives besides texts; deny lists hold personal data too. For both ends of the edge. */
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
