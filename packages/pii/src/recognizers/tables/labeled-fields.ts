import type { Finding, Span } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";
import { type Column, columnOf } from "./table-headers.ts";

const LONGEST_KEY = 32;
const LONGEST_VALUE = 80;
const SHORTEST_KEY = 3;
/** As many words as in "Date of birth". */
const MOST_WORDS = 3;
const DECORATION = " \t*\"'`]\\";
const GAP = /[ \t\u00a0*]{0,4}\[?\\{0,2}/y;
const CLOSING: Readonly<Record<string, RegExp>> = {
  '"': /["\\\n]/,
  "'": /['\\\n]/,
  "`": /[`\\\n]/,
};
const LIST = /^[ \t]{0,4}\[\s{0,2}\\{0,2}"/;
const CLOSING_TAG = /^<\/(?:[\w-]{1,12}:)?([^>:]+)>/;
const QUOTES = "\"'`“„";
const PLAIN_END = /[\n\r,;&|)}\]"<]|\s\s|\s#/;
const PROGRAM = /[@{}$<>()=\\[\]]|:\S|\w\.\w+\.|\p{Ll}\p{Lu}\p{Ll}+\p{Lu}|_|^\.|\/\//u;
const NO_VALUE =
  /^(?:str(?:ing)?|text|n?varchar|char|number|int(?:eger)?|date(?:time)?|bool(?:ean)?|object|any|array|null|none|nil|undefined|unknown|unbekannt|true|false|yes|no|ja|nein|required|optional|default|example|test|value|empty|missing|redacted|hidden|self|private|public|void|never|keine?|n\/a)\b/i;
const NAME = /^\p{Lu}[\p{L}\p{M}'’-]+(?:\.? \p{L}[\p{L}\p{M}'’-]*\.?){0,4}$/u;
const STREET = /^(?=.*\p{L}{3})(?:.* .*|\p{Lu}.*)$/u;
const ADDRESS = /^(?=.*\d)(?=.*\p{L}{3}).* /u;

/**
 * Finds values by the name of their field: `lastName: Rose`, `"birth_date": "1980-02-11"`,
 * `<HouseNumber>18</HouseNumber>`, `dob=...`. The field names are the known table headers. The code
 * in `labels/` finds labeled numbers, secrets and accounts.
 */
export function findLabeledFields({ text }: Doc): readonly Finding[] {
  const findings: Finding[] = [];
  for (const mark of [":", "="])
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1))
      addField(text, at, findings);
  for (let at = text.indexOf("</"); at !== -1; at = text.indexOf("</", at + 2))
    addElement(text, at, findings);
  return findings;
}

function addField(text: string, mark: number, findings: Finding[]): void {
  const key = keyBefore(text, mark);
  const column = key === "" ? undefined : columnOf(key);
  if (column === undefined) return;
  GAP.lastIndex = mark + 1;
  GAP.test(text);
  const gapEnd = GAP.lastIndex;
  const isQuoted = QUOTES.includes(text.charAt(gapEnd) || " ");
  const value = isQuoted ? quotedAt(text, gapEnd) : plainAt(text, gapEnd);
  if (value !== undefined) addValue(text, value, { key, column, isQuoted }, findings);
}

function addElement(text: string, close: number, findings: Finding[]): void {
  const name = CLOSING_TAG.exec(text.slice(close, close + LONGEST_KEY + 16));
  const key = name?.[1] ?? "";
  const column = columnOf(key);
  if (column === undefined) return;
  let start = close;
  while (start > close - LONGEST_VALUE && !"<>".includes(text.charAt(start - 1) || "<")) start -= 1;
  if (text.charAt(start - 1) !== ">") return;
  addValue(text, trimmed(text, { start, end: close }), { key, column, isQuoted: true }, findings);
}

interface Field {
  readonly key: string;
  readonly column: Column;
  readonly isQuoted: boolean;
}

function addValue(text: string, value: Span, field: Field, findings: Finding[]): void {
  const { start, end } = value;
  const { type } = field.column;
  if (!isValue(text.slice(start, end), field)) return;
  findings.push({ start, end, type, confidence: 0.8, recognizer: "labelled-field" });
}

function isValue(value: string, { key, column, isQuoted }: Field): boolean {
  if (!column.accepts.test(value) || PROGRAM.test(value) || NO_VALUE.test(value)) return false;
  // A value such as "Vorname" is the name of the field in another language.
  if (columnOf(value) !== undefined) return false;
  switch (column.type) {
    case "PERSON":
      return column.isPersonal && isNameKey(key) && NAME.test(value);
    case "LOCATION":
      return isQuoted && /^\p{Lu}/u.test(value);
    case "STREET_ADDRESS":
      return /addr?ess|anschrift/i.test(key) && !/line|\d$/i.test(key)
        ? ADDRESS.test(value)
        : !column.isPersonal || STREET.test(value);
    case "AGE":
    case "PHONE":
    case "BANK_ACCOUNT":
      return false;
    default:
      return true;
  }
}

/**
 * Returns whether the key stands for a person's name, as "firstName" does. "employee" may be a
 * class.
 */
function isNameKey(key: string): boolean {
  return /na[hm]|holder|inhaber/i.test(key);
}

function keyBefore(text: string, mark: number): string {
  let end = mark;
  while (end > mark - 4 && DECORATION.includes(text.charAt(end - 1) || "x")) end -= 1;
  const start = wordStart(text, end, end - LONGEST_KEY);
  if (end - start < SHORTEST_KEY) return "";
  const key = text.slice(start, end);
  // In HL7 FHIR R4, `Address.line` is a list of street lines.
  if (key === "line" && LIST.test(text.slice(mark + 1, mark + 8))) return "address";
  return wordsBefore(text, start, end) ?? key;
}

/** Returns the longest known key that ends with the last word, such as "First name" for "name". */
function wordsBefore(text: string, lastWord: number, end: number): string | undefined {
  let known: string | undefined;
  let start = lastWord;
  for (let words = 1; words < MOST_WORDS && text.charAt(start - 1) === " "; words += 1) {
    const next = wordStart(text, start - 1, end - LONGEST_KEY);
    if (next === start - 1) break;
    start = next;
    const key = text.slice(start, end);
    if (columnOf(key) !== undefined) known = key;
  }
  return known;
}

function wordStart(text: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && isKeyCode(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isKeyCode(code: number): boolean {
  const letter = code | 32;
  if ((letter >= 97 && letter <= 122) || code === 95 || code === 45) return true;
  return (code >= 48 && code <= 57) || (code >= 0xc0 && code < 0x250);
}

function quotedAt(text: string, quote: number): Span | undefined {
  const close = CLOSING[text.charAt(quote)] ?? /[”“\n]/;
  const start = quote + 1;
  const length = text.slice(start, start + LONGEST_VALUE).search(close);
  return length < 1 ? undefined : trimmed(text, { start, end: start + length });
}

function plainAt(text: string, start: number): Span | undefined {
  const line = text.slice(start, start + LONGEST_VALUE);
  const length = line.search(PLAIN_END);
  if (length === 0 || (length === -1 && start + LONGEST_VALUE < text.length)) return undefined;
  return trimmed(text, { start, end: start + (length === -1 ? line.length : length) });
}

function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && /[\s*]/.test(text.charAt(from))) from += 1;
  while (to > from && /[\s*.]/.test(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}
