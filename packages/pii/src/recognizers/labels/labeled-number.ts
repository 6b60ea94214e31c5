import type { Span } from "../../finding.ts";
import type { Joint } from "./label-joint.ts";
import { labelOf } from "./label-table.ts";
import { digitsIn, numberAt } from "./number-value.ts";

const SIGNS = new Set([":", "=", "#", ">"]);
/**
 * The minimum number of digits in a value of digits only. After "#", `MARKED` digits are enough.
 */
const BARE = 5;
const MARKED = 4;
const LONGEST_PREFIX = 4;
/** Matches numbers from issue trackers. */
const ISSUE_KEY = /^[A-Z]{2,8}-\d{1,5}$/;
const PREFIXED = /^(?=[A-Z0-9./-]*[-/])(?=(?:.*\d){3})[A-Z0-9]{1,6}[-/]/;
/**
 * Matches identifiers: "PH 33 018 442", "VFS-LON-663201", "7194583TA". It excludes quantities,
 * amounts, versions, and case numbers of courts ("9 AZR 1040/06").
 */
const IDENTIFIER =
  /^(?!\d{1,3}[., ]\d{3}$|\d{1,5}\/\d\d$|\d{1,2}\.\d{1,2}\.\d)(?=(?:\D*\d){5})(?:(?=[A-Z\d]*[-/. ])|[A-Z]{1,4}\d|\d+[A-Z]|(?=\d{12}))[A-Z\d][A-Z\d/. -]+$/;

/** Returns the number after a label that is the name of a number. */
export function labeledNumberAt(text: string, { value, sign }: Joint): Span | undefined {
  const found = numberAt(text, value);
  if (found === undefined) return undefined;
  const written = text.slice(found.start, found.end);
  if (sign === "(" && !(text.charAt(found.end) === ")" && isIdentifier(written))) return undefined;
  // A value with "XXX" is a placeholder in a form.
  if (/X{3}/.test(written)) return undefined;
  const digits = digitsIn(written);
  if (digits >= 3) return found;
  if (digits === 2 && written.length >= 4) return found;
  return digits >= 1 && written.length >= 6 && /^[A-Z0-9-]+$/.test(written) && sign !== "\n"
    ? found
    : undefined;
}

/** Returns the number inside brackets: "(ID 2291884)", "(Nr. RG-2024-775301)". */
export function bracketedNumberAt(text: string, { value }: Joint): Span | undefined {
  const written = /^[A-Z\d/-]{5,24}(?=\))/.exec(text.slice(value, value + 25))?.[0] ?? "";
  return /^\d{5,12}$/.test(written) || PREFIXED.test(written)
    ? { start: value, end: value + written.length }
    : undefined;
}

/**
 * Returns the number directly after the thing that has it, without a word for the number: "receipt
 * VFS-LON-663201", "Depot 4410 882 917".
 */
export function ownedIdentifierAt(text: string, { value, sign, quote }: Joint): Span | undefined {
  if (sign === "\n" || sign === "-" || quote === "`") return undefined;
  const found = numberAt(text, value);
  if (found === undefined || (sign === "(" && text.charAt(found.end) !== ")")) return undefined;
  if (sign === "is") return isSaid(text, found) ? found : undefined;
  const written = text.slice(found.start, found.end);
  return isIdentifier(written) ? found : undefined;
}

/**
 * Returns the number directly after the record that has it: "claim CLM-26-88", `invoice=R-2204`,
 * "Ticket: #88120".
 */
export function recordNumberAt(text: string, { value, sign, quote }: Joint): Span | undefined {
  if (sign === "\n" || sign === "(" || quote === "`") return undefined;
  const isMarked = text.charAt(value) === "#";
  const found = numberAt(text, isMarked ? value + 1 : value);
  if (found === undefined) return undefined;
  const written = text.slice(found.start, found.end);
  if (/X{3}/.test(written)) return undefined;
  if (sign === "is") return isSaid(text, found) ? found : undefined;
  return (SIGNS.has(sign) ? isClear(written, isMarked) : isForm(written)) ? found : undefined;
}

/** Returns whether the text looks like an identifier with a separator inside. */
function isForm(written: string): boolean {
  if (/[-/. ]/.test(written) && isIdentifier(written)) return true;
  return PREFIXED.test(written) && !ISSUE_KEY.test(written);
}

/**
 * Returns whether the number is long and not an amount, as in "Der Vertrag bei Ionos ist 90 417
 * 228".
 */
function isSaid(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  if (/[.,]\d\d$/.test(written)) return false;
  return /^\d{7,14}$/.test(written) || (digitsIn(written) >= 6 && isIdentifier(written));
}

function isIdentifier(written: string): boolean {
  if (!IDENTIFIER.test(written) || ISSUE_KEY.test(written)) return false;
  // In "client IP 10.0.0.7" and "provider NPI 2956479606", another label follows.
  const word = /^[A-Z]+(?= )/.exec(written)?.[0] ?? "";
  return word.length < LONGEST_PREFIX && word !== "IP" && labelOf(word.toLowerCase()) === undefined;
}

function isClear(written: string, isMarked: boolean): boolean {
  const digits = digitsIn(written);
  if (/^[\d ]+$/.test(written)) return digits >= (isMarked ? MARKED : BARE);
  return digits >= 3 && !/[a-z]{3}|^\d+[.,]\d+$/.test(written);
}
