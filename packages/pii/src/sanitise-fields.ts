import type {
  Redaction,
  SanitisedField,
  SanitiseRequest,
  SanitiseResponse,
} from "@veil/contracts/sanitiser";
import type { PiiEngine } from "./engine.ts";
import type { Finding } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { resolveOverlaps } from "./overlap.ts";
import { createMint, type Mint } from "./placeholders/mint.ts";
import { findLookalikes } from "./placeholders/placeholder.ts";
import { keptBy } from "./policy.ts";
import { findRepeats, type KnownPersons, knownPersons } from "./repeats.ts";
import { replaceSpans } from "./replace-spans.ts";

/** Ordinary texts need one, and random ones two. */
const MAX_ROUNDS = 10;

type Fields = SanitiseRequest["fields"];

interface SanitiseOptions {
  /** Findings of other recognisers, a list for each field in the same order. */
  readonly extras?: readonly (readonly Finding[])[];
}

/**
 * Replaces personal data in every field by `[TYPE_n]`. The same value gets the same placeholder in the whole
 * request, numbered for each type in document order; so do the names of one person (`sameName`). Text that already looks like a placeholder becomes
 * `[LITERAL_n]`, so that putting the values back gives exactly the original. A person found once is
 * replaced wherever the same words stand again. What is left holds no hard identifier.
 */
export function sanitiseFields(
  engine: PiiEngine,
  { fields, language, policy }: SanitiseRequest,
  { extras = [] }: SanitiseOptions = {},
): SanitiseResponse {
  const keep = keptBy(policy);
  const options = { keep, ...(language !== undefined && { language }) };
  const found = fields.map(({ text }, index) =>
    resolveOverlaps([...engine.find(text, options), ...(extras[index] ?? []).filter(keep)]),
  );
  const persons = knownPersons(
    fields.map(({ text }, index) => personsIn(text, found[index] ?? [])),
  );
  const findings = fields.map(({ text }, index) =>
    resolveOverlaps(withProtection(text, found[index] ?? [], persons)),
  );
  return { fields: replaceUntilClean(fields, findings), layers_active: [...engine.layers] };
}

/**
 * Replaced words may have hidden something that was glued to them, "+49 30 1234567PERSON_1", or kept it far
 * from the word that gives it a meaning. A text made to need many rounds is refused rather than passed on.
 */
function replaceUntilClean(
  fields: Fields,
  findings: readonly (readonly Finding[])[],
  rounds = MAX_ROUNDS,
): SanitisedField[] {
  if (rounds === 0) throw new Error("Hard identifiers are left after the last round");
  const replaced = replaceAll(fields, findings);
  const hidden = replaced.map(stillThere);
  if (hidden.every((more) => more.length === 0)) return replaced;
  const all = findings.map((known, index) => resolveOverlaps([...known, ...(hidden[index] ?? [])]));
  return replaceUntilClean(fields, all, rounds - 1);
}

function replaceAll(fields: Fields, findings: readonly (readonly Finding[])[]): SanitisedField[] {
  const mint = createMint(
    fields.flatMap(({ text }, index) => personsIn(text, findings[index] ?? [])),
  );
  return fields.map(({ name, text }, index) => {
    const redactions = (findings[index] ?? []).map((finding) => toRedaction(text, finding, mint));
    return { name, text: replaceSpans(text, redactions, (span) => span.placeholder), redactions };
  });
}

/** Hard identifiers in the sanitised text, with their places in the original. */
function stillThere({ text, redactions }: SanitisedField): readonly Finding[] {
  let shift = 0;
  let next = 0;
  return findHardIdentifiers(text).map((finding) => {
    for (let before = redactions[next]; before !== undefined; before = redactions[next]) {
      if (before.start - shift >= finding.end) break;
      shift += before.end - before.start - before.placeholder.length;
      next += 1;
    }
    return { ...finding, start: finding.start + shift, end: finding.end + shift };
  });
}

function personsIn(text: string, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ type }) => type === "PERSON")
    .map(({ start, end }) => text.slice(start, end));
}

function withProtection(
  text: string,
  findings: readonly Finding[],
  persons: KnownPersons,
): readonly Finding[] {
  const literals = findLookalikes(text).map(
    ({ start, end }): Finding => ({
      start,
      end,
      type: "LITERAL",
      confidence: 0,
      recognizer: "placeholder-lookalike",
    }),
  );
  return [...findings, ...findRepeats(text, persons), ...literals];
}

function toRedaction(text: string, finding: Finding, mint: Mint): Redaction {
  const { start, end, confidence, recognizer } = finding;
  const { placeholder, type } = mint(text.slice(start, end), finding.type);
  return {
    start,
    end,
    placeholder,
    type,
    confidence: type === "LITERAL" ? 1 : confidence,
    recognizer,
  };
}
