import type { EntityType, Finding, Span } from "../../finding.ts";

/**
 * Characters that people type for an apostrophe. Unicode classifies U+02BC and U+02B9 as letters.
 */
const APOSTROPHES: ReadonlySet<string> = new Set("'’‘‛ʼʹ´`′＇");
const NAMES: ReadonlySet<EntityType> = new Set(["PERSON", "ORGANIZATION", "LOCATION"]);

/**
 * Returns the end of a name without its possessive ending or a closing quotation mark: after
 * "Weber" in "Weber's", after "James" in "James'".
 */
export function endBeforePossessive(text: string, start: number, end: number): number {
  const hasS = isS(text, end - 1) && isApostrophe(text, end - 2);
  let nameEnd = hasS ? end - 2 : end;
  while (nameEnd > start && isApostrophe(text, nameEnd - 1)) nameEnd -= 1;
  return nameEnd > start ? nameEnd : end;
}

/** Returns the name with the possessive ending that follows it, or undefined if none follows. */
export function withPossessive(text: string, { start, end }: Span): string | undefined {
  const isBehind = isApostrophe(text, end) && isS(text, end + 1);
  return isBehind ? text.slice(start, end + 2) : undefined;
}

/** Ends each name before its possessive ending, which stays in the text. */
export function withoutPossessives(text: string, findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some((finding) => nameEndOf(text, finding) < finding.end)) return findings;
  return findings.map((finding) => ({ ...finding, end: nameEndOf(text, finding) }));
}

function nameEndOf(text: string, { type, start, end }: Finding): number {
  return NAMES.has(type) ? endBeforePossessive(text, start, end) : end;
}

function isApostrophe(text: string, at: number): boolean {
  return APOSTROPHES.has(text.charAt(at));
}

function isS(text: string, at: number): boolean {
  const letter = text.charAt(at);
  return letter === "s" || letter === "S";
}
