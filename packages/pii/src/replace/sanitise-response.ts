import { createHash } from "node:crypto";
import type { EntityType } from "@veil/contracts/entities";
import { MAX_FINDINGS, type SanitiseResponse } from "@veil/contracts/sanitiser";
import { formatPlaceholder } from "../placeholders/placeholder.ts";
import { replaceSpans } from "../text/replace-spans.ts";
import type { Redaction, Sanitised, SanitisedField } from "./redaction.ts";

export type { Redaction, Sanitised, SanitisedField };

const WIDTH = 6;

interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface ReadResponse {
  readonly fields: readonly SanitisedField[];
  /** The highest issued number of each type; all numbers from 1 up to it were issued. */
  readonly issued: Readonly<Partial<Record<EntityType, number>>>;
}

/**
 * Writes a response without any text; `readSanitiseResponse` rebuilds the texts from the originals.
 */
export function writeSanitiseResponse({ fields, layers_active }: Sanitised): SanitiseResponse {
  const types = createTable<EntityType>();
  const recognizers = createTable<string>();
  const written = fields.map(({ name, redactions, left }) => {
    const findings: number[] = [];
    let free = 0;
    for (const { start, end, placeholder, type, confidence, recognizer } of redactions) {
      const number = Number(placeholder.slice(type.length + 2, -1));
      findings.push(start - free, end - start, types.indexOf(type), number);
      findings.push(recognizers.indexOf(recognizer), Math.round(confidence * 100));
      free = end;
    }
    return { name, findings, left: [...left] };
  });
  return {
    fields: written,
    types: types.entries(),
    recognizers: recognizers.entries(),
    sha256: digestOf(fields),
    layers_active: [...layers_active],
  };
}

/**
 * Rebuilds the texts from the originals and a response of valid shape. Checks every number and the
 * digest.
 * @throws Error when anything does not match, or when there are more than `MAX_FINDINGS` findings
 */
export function readSanitiseResponse(
  originals: readonly NamedText[],
  { fields, types, recognizers, sha256 }: SanitiseResponse,
): ReadResponse {
  if (fields.length !== originals.length)
    throw new Error("Sanitiser response: wrong number of fields");
  const numbers = fields.reduce((sum, { findings }) => sum + findings.length, 0);
  if (numbers > MAX_FINDINGS * WIDTH) throw new Error("Sanitiser response: too many findings");
  const issued: Partial<Record<EntityType, number>> = {};
  const read = originals.map(({ name, text }, index): SanitisedField => {
    const field = fields[index];
    if (field?.name !== name) throw new Error("Sanitiser response: wrong field name");
    const tables = { types, recognizers, issued };
    const redactions = readRedactions(field.findings, text.length, tables);
    const sanitised = replaceSpans(text, redactions, ({ placeholder }) => placeholder);
    return { name, text: sanitised, redactions, left: field.left };
  });
  if (digestOf(read) !== sha256)
    throw new Error("Sanitiser response: the text digest does not match");
  return { fields: read, issued };
}

interface Tables extends Pick<SanitiseResponse, "types" | "recognizers"> {
  readonly issued: Partial<Record<EntityType, number>>;
}

function readRedactions(
  findings: readonly unknown[],
  length: number,
  { types, recognizers, issued }: Tables,
): readonly Redaction[] {
  const redactions: Redaction[] = [];
  let free = 0;
  for (let at = 0; at < findings.length; at += WIDTH) {
    const start = free + integer(findings[at], 0, length - free);
    const end = start + integer(findings[at + 1], 1, length - start);
    const type = entry(types, findings[at + 2]);
    const last = issued[type] ?? 0;
    const number = integer(findings[at + 3], 1, last + 1);
    if (number > last) issued[type] = number;
    const recognizer = entry(recognizers, findings[at + 4]);
    const confidence = integer(findings[at + 5], 0, 100) / 100;
    const placeholder = formatPlaceholder(type, number);
    redactions.push({ start, end, placeholder, type, confidence, recognizer });
    free = end;
  }
  return redactions;
}

function integer(value: unknown, least: number, most: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    throw new Error("Sanitiser response: a number is missing or out of range");
  return value;
}

function entry<T>(table: readonly T[], index: unknown): T {
  const found = table[integer(index, 0, table.length - 1)];
  if (found === undefined) throw new Error("Sanitiser response: a table index is out of range");
  return found;
}

function createTable<T>() {
  const places = new Map<T, number>();
  return {
    indexOf(value: T): number {
      const index = places.get(value) ?? places.size;
      places.set(value, index);
      return index;
    },
    entries: (): T[] => [...places.keys()],
  };
}

function digestOf(fields: readonly NamedText[]): string {
  const hash = createHash("sha256");
  for (const { text } of fields) hash.update(`${text.length}:${text}`, "utf16le");
  return hash.digest("base64url");
}
