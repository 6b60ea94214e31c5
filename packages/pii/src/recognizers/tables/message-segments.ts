import type { EntityType, Finding, Span } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";

interface Segment {
  readonly tag: string;
  readonly head?: RegExp;
  readonly separator: string;
  readonly fields: Readonly<Record<number, EntityType>>;
}

const PARAMETERS = /(?:;[\w=,"-]{1,60}){0,5}:/y;
const HL7 = { separator: "|" };
const CARD = { separator: ";", head: PARAMETERS };
const X12 = { separator: "*" };

const SEGMENTS: readonly Segment[] = [
  // HL7 v2.5.1, 3.4.2 and 3.4.5: patient and next of kin.
  {
    ...HL7,
    tag: "PID|",
    fields: {
      1: "ID_NUMBER",
      2: "ID_NUMBER",
      3: "ID_NUMBER",
      4: "PERSON",
      5: "PERSON",
      6: "DATE_OF_BIRTH",
      8: "PERSON",
      10: "STREET_ADDRESS",
      12: "PHONE",
      13: "PHONE",
      17: "ID_NUMBER",
      18: "US_SSN",
    },
  },
  { ...HL7, tag: "NK1|", fields: { 1: "PERSON", 3: "STREET_ADDRESS", 4: "PHONE", 5: "PHONE" } },
  // ASC X12: NM1 name, N3 and N4 address, DMG demographics.
  { ...X12, tag: "NM1*", fields: { 2: "PERSON", 3: "PERSON", 4: "PERSON", 8: "ID_NUMBER" } },
  { ...X12, tag: "N3*", fields: { 0: "STREET_ADDRESS", 1: "STREET_ADDRESS" } },
  { ...X12, tag: "N4*", fields: { 0: "LOCATION", 2: "POSTAL_CODE" } },
  { ...X12, tag: "DMG*", fields: { 1: "DATE_OF_BIRTH" } },
  // UN/EDIFACT: name and address of a party.
  {
    tag: "NAD+",
    separator: "+",
    fields: { 3: "PERSON", 4: "STREET_ADDRESS", 5: "LOCATION", 7: "POSTAL_CODE" },
  },
  // vCard, RFC 6350, 6.2.2, 6.2.5 and 6.3.1.
  { ...CARD, tag: "N", fields: { 0: "PERSON", 1: "PERSON", 2: "PERSON" } },
  { ...CARD, tag: "FN", fields: { 0: "PERSON" } },
  { ...CARD, tag: "BDAY", fields: { 0: "DATE_OF_BIRTH" } },
  {
    ...CARD,
    tag: "ADR",
    fields: { 1: "STREET_ADDRESS", 2: "STREET_ADDRESS", 3: "LOCATION", 5: "POSTAL_CODE" },
  },
];

/** Every vCard begins with this. In a text without it, segments of vCards are not searched for. */
const CARD_MARK = "BEGIN:VCARD";
const BEFORE = "\n\r~'";
const FIELD_END = /[\n\r~']/;
const LONGEST_SEGMENT = 1_000;
const NAME = /^[\p{Lu}][\p{L}\p{M}^ .'’-]{1,80}$/u;
const SHAPES: Partial<Record<EntityType, RegExp>> = {
  PERSON: NAME,
  LOCATION: NAME,
  STREET_ADDRESS: /\p{L}{3}|\d.*\p{L}{2}/u,
  DATE_OF_BIRTH: /^(?:\d{4}-?\d\d-?\d\d|--\d\d-?\d\d)/,
  POSTAL_CODE: /^(?=.*\d)[A-Z\d][A-Z\d -]{2,9}$/i,
};
const NUMBER = /(?:\d\D*){3}/;

/**
 * Finds personal fields by their position in messages: HL7 version 2, ASC X12, UN/EDIFACT and
 * vCard.
 */
export function findMessageSegments({ text }: Doc): readonly Finding[] {
  const findings: Finding[] = [];
  const hasCards = text.includes(CARD_MARK);
  for (const segment of SEGMENTS) {
    if (segment.head !== undefined && !hasCards) continue;
    for (let at = text.indexOf(segment.tag); at !== -1; at = text.indexOf(segment.tag, at + 1))
      if (at === 0 || BEFORE.includes(text.charAt(at - 1))) addFields(text, at, segment, findings);
  }
  return findings;
}

function addFields(text: string, at: number, segment: Segment, findings: Finding[]): void {
  const { tag, separator, fields, head } = segment;
  let start = headEnd(text, at + tag.length, head);
  if (start === -1) return;
  const line = text.slice(start, start + LONGEST_SEGMENT);
  const length = separator === "|" ? line.search(/[\n\r]/) : line.search(FIELD_END);
  const values = (length === -1 ? line : line.slice(0, length)).split(separator);
  for (const [index, value] of values.entries()) {
    const type = fields[index];
    const end = start + value.length;
    if (type !== undefined && isOf(type, value)) findings.push(finding({ start, end }, type));
    start = end + 1;
  }
}

function headEnd(text: string, at: number, head: RegExp | undefined): number {
  if (head === undefined) return at;
  head.lastIndex = at;
  return head.test(text) ? head.lastIndex : -1;
}

function isOf(type: EntityType, value: string): boolean {
  return value.length > 0 && (SHAPES[type] ?? NUMBER).test(value);
}

function finding(span: Span, type: EntityType): Finding {
  return { ...span, type, confidence: 0.85, recognizer: "message-segment" };
}
