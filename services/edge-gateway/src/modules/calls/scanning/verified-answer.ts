import { checkedJson } from "@veil/contracts/parsing";
import { SanitiseResponse } from "@veil/contracts/sanitiser";
import { type PlaceholderEntry, placeholderEntries } from "@veil/pii/relink";
import {
  type ReadResponse,
  type Redaction,
  readSanitiseResponse,
} from "@veil/pii/sanitise-response";
import type { SanitisedText } from "../content/branded-types.ts";
import { detectionLayers } from "./detection-layers.ts";
import { keptPlaceholders } from "./kept-placeholders.ts";
import { sanitiserClaims } from "./sanitiser-claims.ts";
import type { SanitiserAnswer, VerifiedAnswer } from "./text-scans.ts";

const parse = checkedJson(SanitiseResponse);
const encoder = new TextEncoder();

/**
 * Checks the sanitiser's answer against the originals; the only place that mints `SanitisedText`.
 * @throws Error when the answer violates the protocol or names an unknown method, when its spans
 * applied to the originals do not give the sanitiser's texts, or when one placeholder stands for
 * two values that are not names of one person
 */
export function verifiedAnswer(input: SanitiserAnswer): VerifiedAnswer {
  const { originals, answer } = input;
  const response = parse(answer);
  const { fields, issued } = readSanitiseResponse(originals, response);
  const entries = restorableEntries(originals, fields);
  // Here, because the trace translates them when the job has ended and must not fail.
  detectionLayers(response.layers_active);
  return {
    texts: keptPlaceholders(originals, fields, issued) as readonly SanitisedText[],
    entries: encoder.encode(JSON.stringify(entries)),
    findings: fields.reduce((sum, { redactions }) => sum + redactions.length, 0),
    issued,
    counts: countsOf(fields),
    left: new Map(fields.map(({ name, left }) => [name, left])),
    layers: response.layers_active,
    claims: input.claim && sanitiserClaims(input.claim, originals, fields, response.claim),
  };
}

/** Reads all fields, to notice a placeholder for two values; returns only restorable values. */
function restorableEntries(
  originals: SanitiserAnswer["originals"],
  fields: ReadResponse["fields"],
): readonly PlaceholderEntry[] {
  const all = placeholderEntries(originals, fields);
  const isRestorable = (_field: unknown, index: number) => originals[index]?.restorable !== false;
  const own = fields.filter(isRestorable);
  return own.length === fields.length
    ? all
    : placeholderEntries(originals.filter(isRestorable), own);
}

/**
 * All replacements in each field, in document order, with protected literals.
 * @throws Error as above
 */
export function redactionsIn({
  originals,
  answer,
}: SanitiserAnswer): ReadonlyMap<string, readonly Redaction[]> {
  const { fields } = readSanitiseResponse(originals, parse(answer));
  return new Map(fields.map(({ name, redactions }) => [name, redactions]));
}

function countsOf(fields: ReadResponse["fields"]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { redactions } of fields)
    for (const { type } of redactions)
      if (type !== "LITERAL") counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
