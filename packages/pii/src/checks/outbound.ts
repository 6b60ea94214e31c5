import { createFinder, type EntityType, type Finding } from "../finding.ts";
import { resolveOverlaps } from "../overlap.ts";
import { findLabeledFields } from "../recognizers/tables/labeled-fields.ts";
import { findTableCells } from "../recognizers/tables/table-cells.ts";
import type { Doc } from "../text/document.ts";
import { replaceSpans } from "../text/replace-spans.ts";
import { findThroughView } from "../view/find-through-view.ts";
import { HARD_TYPES, hardIdentifiersIn, opaqueDocument } from "./hard-identifiers.ts";
import { isSureOutbound, OUTBOUND_COLUMNS, OUTBOUND_RECOGNIZERS } from "./outbound-recognizers.ts";

export interface OutboundResult {
  readonly text: string;
  /** Counts by type, in order of first appearance. */
  readonly matches: readonly { readonly type: EntityType; readonly count: number }[];
}

interface OutboundOptions {
  /**
   * Text before `text` that gives context, such as the name of a field. It is not part of the
   * result.
   */
  readonly before?: string;
  /** Types that are not redacted. Hard identifiers are redacted regardless. */
  readonly keep?: ReadonlySet<string>;
}

const findByRecognizers = createFinder(OUTBOUND_RECOGNIZERS);

/**
 * Replaces personal data in a model's answer with `[REDACTED:TYPE]` before placeholders are
 * restored. Because of the colon, no reader takes the replacement for a placeholder. Only what a
 * form, a check digit or a label makes certain is replaced, because a wrongly changed answer is
 * useless. IP addresses stay, because without logs they do not identify a person.
 */
export function redactOutbound(
  text: string,
  { before = "", keep = NO_TYPES }: OutboundOptions = {},
): OutboundResult {
  const findings = findOutbound(before + text, keep)
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

/** Returns disjoint findings in document order, none inside a placeholder. */
export function findOutbound(
  text: string,
  keep: ReadonlySet<string> = NO_TYPES,
): readonly Finding[] {
  const found = findThroughView(text, findIn);
  return resolveOverlaps(found.filter(({ type }) => HARD_TYPES.has(type) || !keep.has(type)));
}

function findIn(text: string): readonly Finding[] {
  let doc: Doc | undefined;
  const document = () => {
    doc ??= opaqueDocument(text);
    return doc;
  };
  const hard = hardIdentifiersIn(text, document);
  if (!MAY_HOLD_MORE.test(text)) return hard;
  return [...hard, ...certainIn(document())];
}

function certainIn(doc: Doc): readonly Finding[] {
  const { text } = doc;
  const found = findByRecognizers(doc).filter((finding) => isSureOutbound(text, finding));
  if (!OUTBOUND_COLUMNS.names.test(text)) return found;
  const columns = [...findTableCells(doc), ...findLabeledFields(doc)].filter(
    (finding) =>
      OUTBOUND_COLUMNS.types.has(finding.type) &&
      isSureOutbound(text, { ...finding, confidence: 1 }),
  );
  return [...found, ...columns];
}

/** Matches a digit, or a bracket that may close "(at)". */
const MAY_HOLD_MORE = /[\d)\]}]/;
const NO_TYPES: ReadonlySet<string> = new Set();
