import { readdir, readFile } from "node:fs/promises";
import { type PiiEngine, sanitiseFields } from "@veil/pii";

const FOLDER = new URL("../../corpora/false-positives/", import.meta.url);
/** Code units around an excerpt. */
const AROUND = 30;
const PART = 4000;

/** Redactions in texts of one kind, all of them false positives. */
export interface KindOfText {
  readonly kind: string;
  /** Separated by white space. */
  readonly tokens: number;
  readonly falsePositives: readonly FalsePositive[];
}

interface FalsePositive {
  readonly type: string;
  readonly confidence: number;
  /** The redaction between ⟦ and ⟧ with its surroundings, on one line. */
  readonly excerpt: string;
}

/** Every redaction of the default policy in the committed texts, which have no personal data. */
export async function findFalsePositives(engine: PiiEngine): Promise<readonly KindOfText[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(
    names.map(async (kind) => {
      const text = await readFile(new URL(kind, FOLDER), "utf8");
      return {
        kind,
        tokens: countTokens(text),
        falsePositives: parts(text).flatMap(redactionsIn(engine)),
      };
    }),
  );
}

/** Redactions per thousand tokens. */
export function rateOf(kinds: readonly KindOfText[]): number {
  const falsePositives = kinds.reduce((sum, kind) => sum + kind.falsePositives.length, 0);
  return (1000 * falsePositives) / kinds.reduce((sum, kind) => sum + kind.tokens, 0);
}

/** Placeholder look-alikes are protected, not redacted. */
function redactionsIn(engine: PiiEngine): (text: string) => FalsePositive[] {
  return (text) =>
    sanitiseFields(engine, { fields: [{ name: "text", text }] })
      .fields.flatMap(({ redactions }) => redactions)
      .filter(({ type }) => type !== "LITERAL")
      .map(({ type, confidence, start, end }) => ({
        type,
        confidence,
        excerpt: excerptOf(text, start, end),
      }));
}

function excerptOf(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return `${before}⟦${text.slice(start, end)}⟧${after}`.replace(/\s+/g, " ");
}

/** Whole lines. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)/)) {
    part += line;
    if (part.length < PART) continue;
    found.push(part);
    part = "";
  }
  return part === "" ? found : [...found, part];
}

function countTokens(text: string): number {
  return text.split(/\s+/).filter((token) => token !== "").length;
}
