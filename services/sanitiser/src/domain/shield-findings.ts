import type { Finding } from "@veil/pii";
import type { SanitisedField } from "@veil/pii/sanitise-response";
import { firstEndingAfter, type Span } from "@veil/pii/spans";
import type { ShieldedStretch, ShieldSpan } from "../ports.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The confidence of every span, because a shield returns no probability. */
const CONFIDENCE = 0.8;

/** The maximum number of findings in one text. A response with more is invalid. */
const MAX_PLACES = 50_000;

/**
 * Locates a shield's spans in the original text. Drops spans that are not in the text or that touch
 * a placeholder, so a wrong response can only redact more.
 * @throws Error when there are too many findings
 */
export function shieldFindings(
  { text, redactions }: Pick<SanitisedField, "text" | "redactions">,
  stretches: readonly ShieldedStretch[],
  recognizer: string,
): readonly Finding[] {
  const replaced = placeholdersIn(redactions);
  const findings: Finding[] = [];
  for (const stretch of stretches) {
    for (const { place, type } of placesIn(text, stretch)) {
      const original = toOriginal(place, replaced);
      if (original !== undefined)
        findings.push({ ...original, type, confidence: CONFIDENCE, recognizer });
    }
    if (findings.length > MAX_PLACES) throw new Error("The shield returned too many findings");
  }
  return findings;
}

function placesIn(text: string, { start, end, spans }: ShieldedStretch) {
  const stretch = text.slice(start, end);
  return distinct(spans).flatMap(({ type, ...span }) =>
    placesOf(stretch, span).map((place) => ({ place: shifted(place, start), type })),
  );
}

function distinct(spans: readonly ShieldSpan[]): readonly ShieldSpan[] {
  const byPlace = spans.map(
    (span) => [JSON.stringify([span.words, span.occurrence]), span] as const,
  );
  return [...new Map(byPlace).values()];
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function placesOf(text: string, { words, occurrence }: Omit<ShieldSpan, "type">): readonly Span[] {
  if (!LETTER_OR_DIGIT.test(words)) return [];
  const places: Span[] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length))
    places.push({ start: at, end: at + words.length });
  if (occurrence !== null) return places.slice(occurrence - 1, occurrence);
  const whole = places.filter((place) => isWhole(text, place));
  return whole.length > 0 ? whole : places;
}

/** Returns false if the span is part of a longer word. */
function isWhole(text: string, { start, end }: Span): boolean {
  return !(joins(text, start) || joins(text, end));
}

function joins(text: string, at: number): boolean {
  return LETTER_OR_DIGIT.test(text.charAt(at - 1)) && LETTER_OR_DIGIT.test(text.charAt(at));
}

interface Placeholder extends Span {
  readonly shift: number;
}

function placeholdersIn(redactions: SanitisedField["redactions"]): readonly Placeholder[] {
  let shift = 0;
  return redactions.map(({ start, end, placeholder }) => {
    const begin = start - shift;
    shift += end - start - placeholder.length;
    return { start: begin, end: begin + placeholder.length, shift };
  });
}

function toOriginal({ start, end }: Span, placeholders: readonly Placeholder[]): Span | undefined {
  const next = firstEndingAfter(placeholders, start);
  if ((placeholders[next]?.start ?? end) < end) return undefined;
  return shifted({ start, end }, placeholders[next - 1]?.shift ?? 0);
}
