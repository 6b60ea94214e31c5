import type { Finding } from "../finding.ts";
import { type Span, touching } from "../text/spans.ts";
import { isLinkedToPerson, type TextWithPersons } from "./linked-to-person.ts";

/** The maximum number of code units between a place and the rest of its address. */
const ADDRESS_GAP = 120;
/** The maximum number of code units between a labeled place and a value of the same record. */
const RECORD_GAP = 300;
const ADDRESS_TYPES: ReadonlySet<Finding["type"]> = new Set(["STREET_ADDRESS", "POSTAL_CODE"]);
const IMPERSONAL_TYPES: ReadonlySet<Finding["type"]> = new Set([
  ...(["LOCATION", "ORGANIZATION", "DATE_TIME", "URL", "IP_ADDRESS", "MAC_ADDRESS"] as const),
  ...(["AGE", "ID_NUMBER", "SECRET"] as const),
]);
/** Recognizers that find a place by the form of an address or a letter. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(["town-by-code", "place-and-date"]);
/**
 * Recognizers that find a place by a label, a column or a field. This alone does not link the place
 * to a person.
 */
const LABELED: ReadonlySet<string> = new Set([
  ...["place-label", "labelled-field", "message-segment", "sql-column", "table-column"],
]);
const OF_PERSONS =
  /(?:wohn(?:ort|sitz)|geburts(?:ort|land)|herkunftsland|birth.?place|(?:place|city|town|country|state).of.(?:birth|residence)|birth.?(?:city|town)|home.?town|residence|nationality)["'”*_ ]{0,4}[:=|][^\n]{0,8}$/i;
const LONGEST_LABEL = 40;
const BLANK_LINE = /\n[ \t]*\n/;

/**
 * Marks the places that belong neither to an address nor, as far as the text around them shows, to
 * a person. A place that is personal once is personal everywhere in the text.
 * @param context - all findings in the text, including the findings of other layers
 */
export function markGeneralPlaces(
  text: string,
  findings: readonly Finding[],
  context = findings,
): readonly Finding[] {
  if (!findings.some(isPlace)) return findings;
  const around = surroundings(text, context);
  const isPersonal = new Map<Finding, boolean>();
  const personal = new Set<string>();
  for (const place of findings.filter(isPlace)) {
    const personalHere = belongsTo(place, around);
    isPersonal.set(place, personalHere);
    if (personalHere) personal.add(nameOf(text, place));
  }
  return findings.map((finding) => {
    if (isPersonal.get(finding) !== false || personal.has(nameOf(text, finding))) return finding;
    return { ...finding, general: true };
  });
}

/** Returns the lower-case text of a place, by which repeats are recognized. */
export function nameOf(text: string, { start, end }: Span): string {
  return text.slice(start, end).toLowerCase();
}

interface Surroundings extends TextWithPersons {
  readonly addresses: readonly Finding[];
  readonly records: readonly Finding[];
}

function surroundings(text: string, context: readonly Finding[]): Surroundings {
  let records: readonly Finding[] | undefined;
  return {
    text,
    persons: disjoint(context.filter(({ type }) => type === "PERSON")),
    addresses: disjoint(context.filter(isOfAddress)),
    // Computed only when needed, because few texts have labeled places.
    get records() {
      records ??= disjoint(context.filter(({ type }) => !IMPERSONAL_TYPES.has(type)));
      return records;
    },
  };
}

function belongsTo(place: Finding, around: Surroundings): boolean {
  if (OF_ADDRESSES.has(place.recognizer)) return true;
  if (isNear(place, around.text, around.addresses, ADDRESS_GAP)) return true;
  if (LABELED.has(place.recognizer) && isInRecord(place, around)) return true;
  return isLinkedToPerson(place, around);
}

function isInRecord(place: Finding, { text, records }: Surroundings): boolean {
  const label = text.slice(Math.max(0, place.start - LONGEST_LABEL), place.start);
  return OF_PERSONS.test(label) || isNear(place, text, records, RECORD_GAP);
}

/** Returns whether one of the others is near and in the same paragraph. */
function isNear(
  { start, end }: Span,
  text: string,
  others: readonly Span[],
  most: number,
): boolean {
  return touching(others, { start: start - most, end: end + most }).some((other) => {
    const gap = text.slice(Math.min(end, other.end), Math.max(start, other.start));
    return !BLANK_LINE.test(gap);
  });
}

function isOfAddress({ type, recognizer }: Finding): boolean {
  return ADDRESS_TYPES.has(type) || OF_ADDRESSES.has(recognizer);
}

function isPlace({ type }: Finding): boolean {
  return type === "LOCATION";
}

function disjoint(findings: Finding[]): readonly Finding[] {
  let free = 0;
  return findings
    .sort((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      const isFree = start >= free;
      if (isFree) free = end;
      return isFree;
    });
}
