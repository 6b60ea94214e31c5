import papaparse from "papaparse";
import type { Schemas } from "../../api/client.ts";

/** A text with the personal data that a person has marked in it. */
export interface AnnotatedText {
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

interface Annotation {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

type Evaluation = NonNullable<Schemas["ProxyResponse"]["ground_truth_evaluation"]>;

/**
 * Reads annotated texts: CSV (RFC 4180) if the first line has the names of its columns, otherwise
 * JSONL. Offsets count UTF-16 code units.
 * @throws Error that names the first line or row with a mistake, and no text
 */
export function readAnnotated(file: string): AnnotatedText[] {
  const text = file.startsWith("\ufeff") ? file.slice(1) : file;
  return CSV_COLUMNS.test(text) ? annotatedRows(text) : annotatedLines(text);
}

const CSV_COLUMNS = /^text,type,start,end\r?\n/;

/** Reads a row for each mark. Rows with the same text belong together. */
function annotatedRows(file: string): AnnotatedText[] {
  const texts = new Map<string, Annotation[]>();
  const { data } = papaparse.parse<string[]>(file, { skipEmptyLines: true });
  for (const [at, row] of data.entries()) {
    // The first row has the names of the columns.
    if (at === 0) continue;
    const mark = markIn(row);
    if (mark === undefined) throw new Error(`Row ${at + 1}`);
    const { text, annotation } = mark;
    texts.set(text, [...(texts.get(text) ?? []), ...(annotation ? [annotation] : [])]);
  }
  return [...texts].map(([text, annotations]) => ({ text, annotations }));
}

/** Reads a row. A text without a mark has no type. Returns undefined for a mistake. */
function markIn([text = "", type, ...offsets]: readonly string[]) {
  if (text === "" || offsets.length !== 2) return undefined;
  if (type === "") return offsets.every((offset) => offset === "") ? { text } : undefined;
  if (type === undefined || !offsets.every((offset) => /^\d{1,7}$/.test(offset))) return undefined;
  const [start = 0, end = 0] = offsets.map(Number);
  if (start >= end || end > text.length) return undefined;
  return { text, annotation: { type, value: text.slice(start, end), start, end } };
}

function annotatedLines(file: string): AnnotatedText[] {
  return file
    .split(/\r?\n/)
    .map((line, at) => [line.trim(), at + 1] as const)
    .filter(([line]) => line !== "")
    .map(([line, number]) => annotatedIn(line, number));
}

function annotatedIn(line: string, number: number): AnnotatedText {
  const value = parsed(line);
  if (!isAnnotated(value)) throw new Error(`Line ${number}`);
  return value;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isAnnotated(value: unknown): value is AnnotatedText {
  if (typeof value !== "object" || value === null) return false;
  const { text, annotations } = value as Partial<AnnotatedText>;
  return typeof text === "string" && text !== "" && Array.isArray(annotations);
}

interface Missed {
  readonly type: string;
  readonly value: string;
  /** The number of the text, from 1. */
  readonly text: number;
  /** What is before and after the value in its text. */
  readonly before: string;
  readonly after: string;
}

interface Counts {
  readonly found: number;
  readonly missed: number;
}

export interface ProvingScore {
  readonly texts: number;
  readonly byType: ReadonlyMap<string, Counts>;
  readonly extras: number;
  readonly missed: readonly Missed[];
}

export const NO_SCORE: ProvingScore = { texts: 0, byType: new Map(), extras: 0, missed: [] };

/** How many characters are shown on each side of a missed value. */
const AROUND = 40;

/** Adds the evaluation of one text. */
export function withEvaluation(
  score: ProvingScore,
  { text: content, annotations }: AnnotatedText,
  { matches, missed, extras }: Evaluation,
): ProvingScore {
  const byType = new Map(score.byType);
  const add = (type: string, kind: keyof Counts) => {
    const counts = byType.get(type) ?? { found: 0, missed: 0 };
    byType.set(type, { ...counts, [kind]: counts[kind] + 1 });
  };
  for (const { annotation_type } of matches) add(annotation_type, "found");
  for (const { type } of missed) add(type, "missed");
  const text = score.texts + 1;
  const around = (type: string, value: string) => {
    const mark = annotations.find((one) => one.type === type && one.value === value);
    if (mark === undefined) return { before: "", after: "" };
    const before = content.slice(Math.max(0, mark.start - AROUND), mark.start);
    return { before, after: content.slice(mark.end, mark.end + AROUND) };
  };
  return {
    texts: text,
    byType,
    extras: score.extras + extras.length,
    missed: [
      ...score.missed,
      ...missed.map(({ type, value }) => ({ type, value, text, ...around(type, value) })),
    ],
  };
}

/** The share of the marked values that were replaced. Undefined without any. */
export function recallOf({ found, missed }: Counts): number | undefined {
  return found + missed === 0 ? undefined : found / (found + missed);
}

export function totalOf({ byType }: ProvingScore): Counts {
  const all = [...byType.values()];
  return {
    found: all.reduce((sum, { found }) => sum + found, 0),
    missed: all.reduce((sum, { missed }) => sum + missed, 0),
  };
}

/** The share of the replacements that were marked. Undefined without any. */
export function precisionOf(score: ProvingScore): number | undefined {
  const { found } = totalOf(score);
  return found + score.extras === 0 ? undefined : found / (found + score.extras);
}
