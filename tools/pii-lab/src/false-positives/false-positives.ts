import { readdir, readFile } from "node:fs/promises";
import type { PiiEngine } from "@veil/pii";
import { type RedactionInContext, redactionsIn } from "./redactions.ts";

const FOLDER = new URL("../../corpora/false-positives/", import.meta.url);
const PART = 4000;

/** The redactions in texts of one kind, which are all false positives. */
export interface KindOfText {
  readonly kind: string;
  /** The number of tokens, which are separated by white space. */
  readonly tokens: number;
  readonly falsePositives: readonly RedactionInContext[];
}

/**
 * Returns all redactions that the default policy makes in committed texts without personal data.
 */
export async function findFalsePositives(engine: PiiEngine): Promise<readonly KindOfText[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(
    names.map(async (kind) => {
      const text = await readFile(new URL(kind, FOLDER), "utf8");
      return {
        kind,
        tokens: countTokens(text),
        falsePositives: parts(text).flatMap((part) => redactionsIn(engine, part)),
      };
    }),
  );
}

/** Returns the number of redactions per thousand tokens. */
export function rateOf(kinds: readonly KindOfText[]): number {
  const falsePositives = kinds.reduce((sum, kind) => sum + kind.falsePositives.length, 0);
  return (1000 * falsePositives) / kinds.reduce((sum, kind) => sum + kind.tokens, 0);
}

/** Splits a text at line ends into parts of at least PART characters; the last may be shorter. */
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
