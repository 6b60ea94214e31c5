import type { Redaction, SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import type { PiiEngine } from "./engine.ts";
import type { EntityType, Finding } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { resolveOverlaps } from "./overlap.ts";
import { findLookalikes, formatPlaceholder } from "./placeholders/placeholder.ts";
import { findRepeats, type KnownPersons, knownPersons } from "./repeats.ts";
import { replaceSpans } from "./replace-spans.ts";

/**
 * Replaces personal data in every field by `[TYPE_n]`. The same value gets the same placeholder in the whole
 * request, numbered for each type in document order. Text that already looks like a placeholder becomes
 * `[LITERAL_n]`, so that putting the values back gives exactly the original. A person found once is
 * replaced wherever the same words stand again.
 */
export function sanitiseFields(engine: PiiEngine, request: SanitiseRequest): SanitiseResponse {
  const { fields, language } = request;
  const options = language === undefined ? {} : { language };
  const found = fields.map(({ text }) => engine.find(text, options));
  const persons = knownPersons(
    fields.map(({ text }, index) => personsIn(text, found[index] ?? [])),
  );
  const mint = createMint();
  return {
    fields: fields.map(({ name, text }, index) => {
      const first = resolveOverlaps(withProtection(text, found[index] ?? [], persons));
      const findings = withSecondLook(text, first);
      const redactions = findings.map((finding) => toRedaction(text, finding, mint));
      return { name, text: replaceSpans(text, redactions, (span) => span.placeholder), redactions };
    }),
    layers_active: [...engine.layers],
  };
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

/**
 * What glued words hid may show once they are gone: "+49 30 1234567[PERSON_1]". Afterwards the sanitised text
 * holds no hard identifier.
 */
function withSecondLook(text: string, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) return findings;
  const masked = replaceSpans(text, findings, (_finding, value) => "]".repeat(value.length));
  const more = findHardIdentifiers(masked);
  return more.length === 0
    ? findings
    : withSecondLook(text, resolveOverlaps([...findings, ...more]));
}

type Mint = (value: string, type: EntityType) => Minted;
interface Minted {
  readonly placeholder: string;
  readonly type: EntityType;
}

function createMint(): Mint {
  const minted = new Map<string, Minted>();
  const counts = new Map<EntityType, number>();
  return (value, type) => {
    const known = minted.get(value);
    if (known !== undefined) return known;
    const number = (counts.get(type) ?? 0) + 1;
    counts.set(type, number);
    const made = { placeholder: formatPlaceholder(type, number), type };
    minted.set(value, made);
    return made;
  };
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
