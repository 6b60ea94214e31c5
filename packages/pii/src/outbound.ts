import type { EntityType } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { replaceSpans } from "./replace-spans.ts";

export interface OutboundResult {
  readonly text: string;
  /** How many of each type, in the order in which the types appear. */
  readonly matches: readonly { readonly type: EntityType; readonly count: number }[];
}

interface OutboundOptions {
  /** What a reader has read when the text begins, such as the name of a field. It stays as it is. */
  readonly before?: string;
}

/**
 * Replaces hard identifiers in a model's answer by `[REDACTED:TYPE]`: call it before the placeholders are
 * put back, so that it meets only what the model itself wrote. Placeholders stay, and the colon keeps
 * `[REDACTED:TYPE]` from ever being one. IP addresses are left alone: answers about networks are full of
 * example addresses, and none names a person without somebody's logs.
 */
export function redactOutbound(
  text: string,
  { before = "" }: OutboundOptions = {},
): OutboundResult {
  const findings = findHardIdentifiers(before + text)
    .filter(({ end }) => end > before.length)
    .map((finding) => ({
      ...finding,
      start: Math.max(0, finding.start - before.length),
      end: finding.end - before.length,
    }));
  const counts = new Map<EntityType, number>();
  for (const { type } of findings) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    text: replaceSpans(text, findings, ({ type }) => `[REDACTED:${type}]`),
    matches: [...counts].map(([type, count]) => ({ type, count })),
  };
}
