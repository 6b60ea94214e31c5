import type { EntityType } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { replaceSpans } from "./replace-spans.ts";

export interface OutboundResult {
  readonly text: string;
  /** Counts by type, in order of first appearance. */
  readonly matches: readonly { readonly type: EntityType; readonly count: number }[];
}

interface OutboundOptions {
  /** Text before it that gives context, such as the name of a field. Not part of the result. */
  readonly before?: string;
}

/**
 * Replaces hard identifiers in a model's answer by `[REDACTED:TYPE]`, before placeholders are restored; the colon
 * keeps it from being read as one. IP addresses stay: without logs, none identifies a person.
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
